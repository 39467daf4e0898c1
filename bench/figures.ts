/** The figures of a run as data: written to a file, and compared with those of another run. */
import { readFileSync, writeFileSync } from "node:fs"

type Figure = { value: number; better: "more" | "less" }
type Figures = Record<string, Figure>

const figures: Figures = {}
const parts: { name: string; seconds: number }[] = []
/** A figure that is worse by less than this may be the machine's own noise. */
const NOISE = 0.1

/** Keeps a figure; `better` says which way is the good one. */
export function noteFigure(name: string, value: number, better: Figure["better"]): void {
  if (Number.isFinite(value)) figures[name] = { value: Number(value.toPrecision(4)), better }
}

/** Runs one part of the bench, and keeps how long it took. */
export async function runPart(name: string, run: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await run()
  parts.push({ name, seconds: Math.round((performance.now() - startedAt) / 1_000) })
}

/** Prints how long each part took, and the whole process with what came before the first. */
export function printDurations(): void {
  const total = Math.round(performance.now() / 1_000)
  const rest = total - parts.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`\n걸린 시간 ${total}초 (목표 ≤ 480)`)
  for (const { name, seconds } of [{ name: "준비와 체험 마을", seconds: rest }, ...parts])
    console.log(`  ${String(seconds).padStart(4)}초  ${name}`)
}

export const writeFigures = (file: string): void =>
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), figures, parts }, null, 2)}\n`)

/** How many times as good `now` is as `before` was: under 1 is worse. */
function rateChange(now: Figure, before: Figure): number {
  if (now.value === before.value) return 1
  return now.better === "more" ? now.value / before.value : before.value / now.value
}

const readFigures = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as { figures: Figures }).figures

/** The figures of this run that are worse than those of `file`, the worst first. */
export function listSlower(file: string, current = figures): { name: string; text: string }[] {
  const former = readFigures(file)
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

/** The figures that only one of the two runs has: nobody can say whether they are worse. */
export function listUncompared(file: string, current = figures): string[] {
  const former = readFigures(file)
  return [
    ...Object.keys(former).filter((name) => !(name in current)),
    ...Object.keys(current).filter((name) => !(name in former)),
  ].toSorted()
}

/** Prints what became worse since the run of `file`, and what could not be compared. */
export function printComparison(file: string): void {
  const slower = listSlower(file)
  console.log(`\n${file}에 견주어 ${Math.round(NOISE * 100)}% 넘게 나빠진 것: ${slower.length || "없음"}`)
  for (const { name, text } of slower) console.log(`  ${name.padEnd(36)} ${text}`)
  const uncompared = listUncompared(file)
  if (uncompared.length > 0) console.log(`한쪽에만 있는 것: ${uncompared.join(", ")}`)
}
