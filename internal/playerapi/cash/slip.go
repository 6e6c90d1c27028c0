package cash

import (
	"context"
	"encoding/base64"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/cashier/slip"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/ticket"
)

// DepositSlipAddIn is a picture of a transfer slip.
type DepositSlipAddIn struct {
	OrderSn string `json:"OrderSn" minLength:"1" maxLength:"64" pattern:"^[0-9A-Za-z_-]+$" empty:"缺少订单号" wrong:"订单号不正确"`
	Picture string `json:"picture" maxLength:"2796203" doc:"JPEG or PNG of 2 MB at most, base64 for addresses without padding" empty:"请选择图片" wrong:"请上传 JPG 或 PNG 图片，每张不超过2MB、1200万像素"`
}

// DepositSlipIn names a slip of an order.
type DepositSlipIn struct {
	OrderSn string `json:"OrderSn" minLength:"1" maxLength:"64" pattern:"^[0-9A-Za-z_-]+$" empty:"缺少订单号" wrong:"订单号不正确"`
	Id      string `json:"id" maxLength:"40" empty:"请选择凭证" wrong:"请选择凭证"`
}

// DepositSlips are the slips of an order, and how many it may have.
type DepositSlips struct {
	Items []DepositSlip `json:"Items"`
	Most  int           `json:"Most"`
}

// DepositSlip is a slip without its picture.
type DepositSlip struct {
	Id         string `json:"Id"`
	CreateTime string `json:"CreateTime"`
}

// DepositSlipOut is the picture of a slip.
type DepositSlipOut struct {
	Picture string `json:"Picture" doc:"a data address of a JPEG"`
}

func (s *Handlers) depositSlips(ctx context.Context, c *route.Caller, in OrderIn) (wire.Data[DepositSlips], error) {
	if _, err := s.Deposits.Find(ctx, c.Session.PlayerID, in.OrderSn); err != nil {
		return wire.Data[DepositSlips]{}, err
	}
	list, err := s.Slips.Of(ctx, in.OrderSn)
	return wire.DataOf(DepositSlips{Most: slip.MaxSlips, Items: api.Each(list, func(p slip.Slip) DepositSlip {
		return DepositSlip{Id: p.ID, CreateTime: wire.StampOf(p.At)}
	})}), err
}

func (s *Handlers) depositSlipAdd(ctx context.Context, c *route.Caller, in DepositSlipAddIn) (wire.Data[DepositSlip], error) {
	file, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(in.Picture, "="))
	if err != nil {
		return wire.Data[DepositSlip]{}, ticket.ErrPicture
	}
	p, err := s.Slips.Add(ctx, c.Session.PlayerID, in.OrderSn, file)
	return wire.Data[DepositSlip]{Answer: wire.Succeeded("已上传，客服核对时会查看"), Data: DepositSlip{Id: p.ID, CreateTime: wire.StampOf(p.At)}}, err
}

func (s *Handlers) depositSlip(ctx context.Context, c *route.Caller, in DepositSlipIn) (wire.Data[DepositSlipOut], error) {
	jpeg, err := s.Slips.PictureOf(ctx, c.Session.PlayerID, in.OrderSn, in.Id)
	return wire.DataOf(DepositSlipOut{Picture: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg)}), err
}
