/** The figures of a run as data: written to a file, and compared with those of another run. */
import { readFileSync, writeFileSync } from "node:fs"

type Figure = { value: number; better: "more" | "less" }
type Figures = Record<string, Figure>

const figures: Figures = {}
/** A figure that is worse by less than this may be the machine's own noise. */
const NOISE = 0.1

/** Keeps a figure; `better` says which way is the good one. */
export function noteFigure(name: string, value: number, better: Figure["better"]): void {
  if (Number.isFinite(value)) figures[name] = { value: Number(value.toPrecision(4)), better }
}

export const writeFigures = (file: string): void =>
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`)

/** How many times as good `now` is as `before` was: under 1 is worse. */
function rateChange(now: Figure, before: Figure): number {
  if (now.value === before.value) return 1
  return now.better === "more" ? now.value / before.value : before.value / now.value
}

/** The figures of this run that are worse than those of `file`, the worst first. */
export function listSlower(file: string, current = figures): { name: string; text: string }[] {
  const former = (JSON.parse(readFileSync(file, "utf8")) as { figures: Figures }).figures
  return Object.entries(current)
    .flatMap(([name, now]) => {
      const before = former[name]
      return before ? [{ name, now, before, change: rateChange(now, before) }] : []
    })
    .filter(({ change }) => change < 1 - NOISE)
    .toSorted((a, b) => a.change - b.change)
    .map(({ name, now, before, change }) => ({
      name,
      text: `${before.value} → ${now.value} (${change.toFixed(2)}배)`,
    }))
}

/** Prints what became worse since the run of `file`. */
export function printComparison(file: string): void {
  const slower = listSlower(file)
  console.log(`\n${file}에 견주어 ${Math.round(NOISE * 100)}% 넘게 나빠진 것: ${slower.length || "없음"}`)
  for (const { name, text } of slower) console.log(`  ${name.padEnd(36)} ${text}`)
}
