package play

import (
	"context"
	"fmt"
	"time"

	"hongyun/sandbox/fishing"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/fishery"
)

const (
	// crowdAnglers is how many of the crowd shoot in a room with people. They
	// change after crowdStays.
	crowdAnglers = 2
	crowdStays   = 4 * time.Minute
)

// crowdInRooms lets the crowd shoot in the rooms with people. With none it shoots
// in a room that it changes now and then.
func (p *Play) crowdInRooms(ctx context.Context, t turn) error {
	rooms, anglers := p.ponds.RoomsWithPeople(t.Venue, t.at), crowdAnglers
	if len(rooms) == 0 {
		venue, _, _ := p.Game(t.Venue, "")
		d := t.draw("room", t.at.Unix()/int64(crowdStays.Seconds()))
		rooms, anglers = []fishery.RoomName{{Venue: t.Venue, Hall: oneOf(d, arcade.GamesOf(venue, arcade.KindFishing)).Code, Room: oneOf(d, fishing.Rooms()).Code}}, 1
	}
	for _, room := range rooms {
		here := t.draw(room.Hall+"/"+room.Room, t.at.Unix()/int64(crowdStays.Seconds()))
		for i, name := range some(here, anglers) {
			cannon := here.IntN(len(fishing.Rooms()[0].Cannons))
			if t.draw("pause", t.at.Unix()*crowdAnglers+int64(i)).IntN(4) == 0 {
				continue
			}
			if !t.may() {
				return nil
			}
			if err := p.crowdShoots(ctx, t, room, name, cannon, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// crowdShoots sends a few shots of one of the crowd at a fish that is well in
// sight.
func (p *Play) crowdShoots(ctx context.Context, t turn, room fishery.RoomName, name string, cannon, number int) error {
	fish, cannons, err := p.ponds.InSight(ctx, room, t.at)
	if err != nil || len(fish) == 0 {
		return err
	}
	d := t.draw("shots", t.at.Unix()*crowdAnglers+int64(number))
	ask := fishery.ShotsAsk{ID: fmt.Sprintf("crowd-%d-%d", t.at.Unix(), number), Hall: room.Hall, Room: room.Room}
	target := oneOf(d, fish)
	for range 1 + d.IntN(3) {
		ask.Shots = append(ask.Shots, fishery.Hit{Fish: target, Cost: int64(cannons[cannon%len(cannons)]), At: t.at.UnixMilli()})
	}
	s, err := p.crowdSession(ctx, t, room.Venue, name)
	if err != nil {
		return err
	}
	_, err = p.ponds.PlayShots(ctx, s, ask)
	return err
}
