import type { ReactNode } from "react"
/** Regions as tiles, each where it lies from the others; empty columns at the sides are left out. */
export function TileMap<Tile extends { code: string; column: number; row: number }>({
  label,
  tiles,
  rowHeight,
  children,
}: {
  label: string
  tiles: readonly Tile[]
  /** Least height of a tile, as CSS writes it. */
  rowHeight: string
  children: (tile: Tile) => ReactNode
}) {
  const columns = tiles.map(({ column }) => column)
  const first = Math.min(...columns)
  return (
    <ul
      aria-label={label}
      className="grid gap-1.5 rounded-2xl bg-primary-tint p-2 md:gap-2.5 md:p-4"
      style={{
        gridTemplateColumns: `repeat(${Math.max(...columns) - first + 1}, minmax(0, 1fr))`,
        gridAutoRows: `minmax(${rowHeight}, 1fr)`,
      }}
    >
      {tiles.map((tile) => (
        <li
          key={tile.code}
          className="grid min-w-0"
          style={{ gridColumn: tile.column - first + 1, gridRow: tile.row + 1 }}
        >
          {children(tile)}
        </li>
      ))}
    </ul>
  )
}
