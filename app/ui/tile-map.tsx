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
      className="tile-map"
      style={{
        gridTemplateColumns: `repeat(${Math.max(...columns) - first + 1}, minmax(0, 1fr))`,
        gridAutoRows: `minmax(${rowHeight}, 1fr)`,
      }}
    >
      {tiles.map((tile) => (
        <li key={tile.code} style={{ gridArea: `${tile.row + 1}/${tile.column - first + 1}` }}>
          {children(tile)}
        </li>
      ))}
    </ul>
  )
}
