/** The words of a round, its red cards in red. */
export function RoundWords({ words }: { words: string }) {
  return words.split(/([\u2665\u2666][0-9AJQK]+)/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a round never change their places
      <span key={place} className="whitespace-nowrap text-loss">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** How a round ended: each hand with cards on a line of its own. */
export function RoundHands({ words }: { words: string }) {
  const hands = words.split(' \u00b7 ')
  if (!/[\u2660\u2663\u2665\u2666]/.test(words) || hands.length === 1) return <RoundWords words={words} />
  return hands.map((hand, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the hands of a round never change their places
    <span key={place} className="block break-words">
      <RoundWords words={hand} />
    </span>
  ))
}
