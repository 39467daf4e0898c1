/** A QR code that was drawn on the server, black on white in either theme. */
export function QrCode({
  code,
  label,
  className = "",
}: {
  code: { size: number; path: string }
  label: string
  className?: string
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-3 -3 ${code.size + 6} ${code.size + 6}`}
      shapeRendering="crispEdges"
      className={`rounded-xl bg-white ${className}`}
    >
      <path d={code.path} fill="#000" />
    </svg>
  )
}
