/** A line that breaks, where it must, where one would breathe: Chinese may break anywhere, and a browser does. */
export function Phrases({ children }: { children: string }) {
  return children.split(/(?<=[，、；。])/).map((part) => (
    <span key={part} className="inline-block">
      {part}
    </span>
  ))
}
