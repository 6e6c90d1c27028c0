package playerapi

import (
	"context"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// pageRoutes are the documented pages of the site, as the metrics name them.
// Whatever else a page reports counts as "other": strangers must not be able
// to fill the memory of whoever collects the metrics.
var pageRoutes = strings.Fields(`
	/ /Login /register /Forget /Downapp /AppDownload /Deposit /BaseInfo/:tab /Withdrawal /Transfer /CashLog
	/BetRecord /BetRecordDetail /BetRecordPlatform /BankCard /Discount /Vip /Activity /Activity/:id
	/Sport_01 /Sport_02 /Sport_03 /Sport_04 /Sport_05 /Sport_im /Sport_bti /Xiaojin /Reale_01 /Reale_02 /Reale_03
	/Fish /Egame /Egame/:id /Game/:id /Esports /Lottery_00 /Lottery_01 /Lottery_02
	/Boardgame_01 /Boardgame_02 /Boardgame_03 /Boardgame_04 /Boardgame_05
	/maintain /Goto /ConcessionaryFund /Limits /Inbox /Support /Support/:id /Help /Help/:id /Frame /tools/account /tools/gambling /tools/privacy /tools/ruleclause /tools/contact
	/agent /Mine /Security /Invite`)

// routeLabels finds a route whatever its case.
var routeLabels = func() map[string]string {
	labels := make(map[string]string, len(pageRoutes))
	for _, route := range pageRoutes {
		labels[strings.ToLower(route)] = route
	}
	return labels
}()

// routeLabel gives the route that an address of the router belongs to.
func routeLabel(address string) string {
	path, _, _ := strings.Cut(strings.ToLower(address), "?")
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	if label, ok := routeLabels[path]; ok {
		return label
	}
	parent := path[:strings.LastIndexByte(path, '/')+1]
	for _, name := range []string{":id", ":tab"} {
		if label, ok := routeLabels[parent+name]; ok {
			return label
		}
	}
	return "other"
}

// vitals are how fast the site feels to those who use it.
type vitals struct {
	seconds *prometheus.HistogramVec
	shift   *prometheus.HistogramVec
}

func newVitals(metrics prometheus.Registerer) *vitals {
	v := &vitals{
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "hongyun_web_vital_seconds", Help: "LCP, FCP, INP and TTFB as players' browsers measured them, sampled.",
			Buckets: []float64{.05, .1, .2, .5, .8, 1.2, 1.8, 2.5, 4, 8},
		}, []string{"name", "route", "form"}),
		shift: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "hongyun_web_layout_shift", Help: "CLS as players' browsers measured it, sampled.",
			Buckets: []float64{0, .01, .05, .1, .25},
		}, []string{"route", "form"}),
	}
	if metrics != nil {
		metrics.MustRegister(v.seconds, v.shift)
	}
	return v
}

// vitals serves Vitals. What browsers say proves nothing; it is a trend.
func (s *Server) vitals(_ context.Context, _ *route.Caller, in VitalsIn) (wire.Answer, error) {
	value, err := strconv.ParseFloat(in.Value, 64)
	if err != nil {
		return wire.Answer{}, route.ErrInput.With(route.WrongAnyway)
	}
	if page := routeLabel(in.Route); in.Name == "CLS" {
		s.vital.shift.WithLabelValues(page, in.Form).Observe(value)
	} else {
		s.vital.seconds.WithLabelValues(in.Name, page, in.Form).Observe(value / 1000)
	}
	return wire.Answer{IsSuc: true}, nil
}
