/** A text with the places that were found in it. */
export function Marked({ text, marks }: { text: string; marks: readonly { start: number; end: number }[] }) {
  if (marks.length === 0) return text
  const pieces = marks.flatMap((mark, at) => [
    { found: false, from: marks[at - 1]?.end ?? 0, to: mark.start },
    { found: true, from: mark.start, to: mark.end },
  ])
  return (
    <>
      {[...pieces, { found: false, from: marks.at(-1)?.end ?? 0, to: text.length }]
        .filter((piece) => piece.from < piece.to)
        .map((piece) =>
          piece.found ? (
            <mark key={piece.from} className="bg-transparent text-primary-ink">
              {text.slice(piece.from, piece.to)}
            </mark>
          ) : (
            text.slice(piece.from, piece.to)
          ),
        )}
    </>
  )
}
