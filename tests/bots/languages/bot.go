// A bot in Go without libraries: plays the first legal play that the arena lists, pushes the first three cards that it
// was dealt. Protobuf by hand, as protocol/PROTOCOL.md describes it. Several goroutines and the collector are at work.
package main

import (
	"bufio"
	"io"
	"os"
	"runtime"
	"sync"
)

type member struct {
	number int
	value  uint64
	bytes  []byte
}

func varint(from []byte) (uint64, []byte) {
	var value uint64
	for i, each := range from {
		value |= uint64(each&127) << (7 * i)
		if each < 128 {
			return value, from[i+1:]
		}
	}
	return value, nil
}

func members(message []byte) []member {
	var all []member
	for len(message) > 0 {
		var tag, value uint64
		tag, message = varint(message)
		value, message = varint(message)
		found := member{number: int(tag >> 3), value: value}
		if tag%8 == 2 {
			found.bytes, message = message[:value], message[value:]
		}
		all = append(all, found)
	}
	return all
}

func find(message []byte, number int) member {
	for _, each := range members(message) {
		if each.number == number {
			return each
		}
	}
	return member{}
}

func number(value uint64) []byte {
	var text []byte
	for ; value >= 128; value /= 128 {
		text = append(text, byte(value%128+128))
	}
	return append(text, byte(value))
}

func field(place int, content []byte) []byte {
	return append(append([]byte{byte(place*8 + 2)}, number(uint64(len(content)))...), content...)
}

func whole(place int, value uint64) []byte {
	if value == 0 {
		return nil
	}
	return append([]byte{byte(place * 8)}, number(value)...)
}

func send(message []byte) { os.Stdout.Write(append(number(uint64(len(message))), message...)) }

var hand []byte

func see(event []byte) {
	if find(event, 1).value != 0 { // all but DEALT
		return
	}
	cards := find(event, 4).bytes
	if len(cards) == 8 {
		hand = nil
	}
	hand = append(hand, cards...)
}

func answer(request []byte) {
	message := whole(1, find(request, 1).value)
	legal := find(request, 4).bytes
	switch find(request, 2).value {
	case 2:
		message = append(message, field(7, hand[:3])...)
	case 3:
		if find(legal, 2).value == 0 {
			play := find(legal, 1).bytes
			message = append(message, field(3, find(play, 1).bytes)...)
			message = append(message, whole(4, find(play, 4).value)...)
		}
	case 5:
		message = append(message, whole(6, 1)...)
	}
	send(field(2, message))
}

// Keeps several threads and the collector busy for a moment.
func work() {
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for size := 1; size < 200; size++ {
				_ = make([]byte, size*100)
			}
		}()
	}
	all.Wait()
	runtime.GC()
}

func main() {
	work()
	input := bufio.NewReader(os.Stdin)
	for {
		var length uint64
		for shift := 0; ; shift += 7 {
			each, err := input.ReadByte()
			if err != nil {
				return
			}
			length |= uint64(each&127) << shift
			if each < 128 {
				break
			}
		}
		message := make([]byte, length)
		if _, err := io.ReadFull(input, message); err != nil {
			return
		}
		for _, each := range members(message) {
			switch each.number {
			case 1:
				send(field(1, append(append(whole(1, 1), field(2, []byte("go"))...), whole(4, 1)...)))
			case 2:
				if event := find(each.bytes, 3).bytes; event != nil {
					see(event)
				}
			case 3:
				answer(each.bytes)
			case 4:
				return
			}
		}
	}
}
