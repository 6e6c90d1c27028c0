package play

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hongyun/sandbox/fishing"
)

const (
	// crowdAnglers is how many of the crowd shoot in a room with people. They
	// change after crowdStays.
	crowdAnglers = 2
	crowdStays   = 4 * time.Minute
)

// fishingRoom names a room of a hall, and the venue whose players share it.
type fishingRoom struct{ venue, hall, room string }

// roomsWithPeople are the rooms of a venue in which persons shoot.
func (p *Play) roomsWithPeople(venue string, now time.Time) []fishingRoom {
	p.ponds.mu.Lock()
	list := maps.Clone(p.ponds.list)
	p.ponds.mu.Unlock()
	var found []fishingRoom
	for _, key := range slices.Sorted(maps.Keys(list)) {
		of, rest, _ := strings.Cut(key, "\x00")
		if realVenue(of) != venue {
			continue
		}
		shared := list[key]
		shared.mu.Lock()
		for _, a := range shared.anglers {
			if !a.crowd && now.Sub(a.seen) <= anglerFor {
				hall, room, _ := strings.Cut(rest, "\x00")
				found = append(found, fishingRoom{of, hall, room})
				break
			}
		}
		shared.mu.Unlock()
	}
	return found
}

// crowdInRooms lets the crowd shoot in the rooms with people. With none it shoots
// in a room that it changes now and then.
func (p *Play) crowdInRooms(ctx context.Context, t turn) error {
	rooms, anglers := p.roomsWithPeople(t.venue, t.at), crowdAnglers
	if len(rooms) == 0 {
		venue, _, _ := p.game(t.venue, "")
		d := t.draw("room", t.at.Unix()/int64(crowdStays.Seconds()))
		rooms, anglers = []fishingRoom{{t.venue, oneOf(d, gamesOf(venue, KindFishing)).Code, oneOf(d, fishing.Rooms()).Code}}, 1
	}
	for _, room := range rooms {
		here := t.draw(room.hall+"/"+room.room, t.at.Unix()/int64(crowdStays.Seconds()))
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
func (p *Play) crowdShoots(ctx context.Context, t turn, room fishingRoom, name string, cannon, number int) error {
	w, err := p.watersOf(ctx, room.venue, room.hall, room.room)
	if err != nil {
		return err
	}
	shared, err := p.pond(ctx, room.venue, room.hall, room.room)
	if err != nil {
		return err
	}
	var fish []string
	for _, one := range w.Swimming(w.name(), t.at) {
		_, caught := shared.caught[one.ID]
		if edge := one.Until.Sub(one.From) / 6; !caught && t.at.Sub(one.From) > edge && one.Until.Sub(t.at) > edge {
			fish = append(fish, one.ID)
		}
	}
	shared.mu.Unlock()
	if len(fish) == 0 {
		return nil
	}
	d := t.draw("shots", t.at.Unix()*crowdAnglers+int64(number))
	ask := shotsAsk{ID: fmt.Sprintf("crowd-%d-%d", t.at.Unix(), number), Hall: room.hall, Room: room.room}
	target := oneOf(d, fish)
	for range 1 + d.IntN(3) {
		ask.Shots = append(ask.Shots, hit{Fish: target, Cost: int64(w.room.Cannons[cannon%len(w.room.Cannons)]), At: t.at.UnixMilli()})
	}
	s, err := p.crowdSession(ctx, t, room.venue, name)
	if err != nil {
		return err
	}
	_, err = p.playShots(ctx, s, ask)
	return err
}
