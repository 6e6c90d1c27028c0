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
