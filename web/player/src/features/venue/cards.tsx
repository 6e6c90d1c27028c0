/** Playing cards within a text: hearts and diamonds are red, as on the table. */
export function Cards({ text }: { text: string }) {
  return (
    <>
      {text.split(/([♥♦](?:10|[2-9AJQK]))/).map((part, place) =>
        place % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
          <span key={place} className="text-loss">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  )
}

/**
 * The hands in the words of a round: cards that stand together. Around them vendors write seats and codes in forms of
 * their own, which say nothing to a reader.
 */
export const handsIn = (text: string): string[] =>
  (text.match(/[♠♥♣♦](?:10|[2-9AJQK])(?:[,， ]?[♠♥♣♦](?:10|[2-9AJQK]))*/g) ?? []).map((hand) =>
    hand.replaceAll(/[,， ]?([♠♥♣♦])/g, ' $1').trim(),
  )
