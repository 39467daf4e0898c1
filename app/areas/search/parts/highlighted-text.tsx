/** A text with the places that were found in it. */
export function HighlightedText({
  text,
  marks,
}: {
  text: string
  marks: readonly { start: number; end: number }[]
}) {
  if (marks.length === 0) return text
  const segments = marks.flatMap((mark, index) => [
    { isMatch: false, from: marks[index - 1]?.end ?? 0, to: mark.start },
    { isMatch: true, from: mark.start, to: mark.end },
  ])
  return (
    <>
      {[...segments, { isMatch: false, from: marks.at(-1)?.end ?? 0, to: text.length }]
        .filter((segment) => segment.from < segment.to)
        .map((segment) =>
          segment.isMatch ? (
            <mark key={segment.from} className="bg-transparent text-primary-ink">
              {text.slice(segment.from, segment.to)}
            </mark>
          ) : (
            text.slice(segment.from, segment.to)
          ),
        )}
    </>
  )
}
