/**
 * Lighthouse on public screens, on its phone: performance, accessibility, best practices, SEO. It is not
 * among the packages of the product, whose size it would double: npm fetches this version when it is run.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { noteFigure } from "./figures.ts"

const LIGHTHOUSE = "lighthouse@13.5.0"
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const
/** As many as Lighthouse wants for a figure: where it runs beside other things, one in five is far off. */
const WHOLE_RUNS = 5
/** Each takes some twenty seconds: a usual run looks at those that hold most, `-- audits` at all. */
const USUAL_PATHS = ["/", "/marketplace", "/shopping"]
const PATHS = [
  "/",
  "/category/repair",
  "/experts",
  "/marketplace",
  "/shopping",
  "/jobs/hire",
  "/jobs/seek",
  "/notices",
  "/faq",
  "/expert-signup",
]

type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string }
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

const run = promisify(execFile)

/** Has npm fetch Lighthouse; it writes its report and then, at times, fails to tidy up. */
async function audit(url: string, folder: string): Promise<Report> {
  const file = join(folder, "report.json")
  rmSync(file, { force: true })
  const failure = await run(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      url,
      "--output=json",
      `--output-path=${file}`,
      "--quiet",
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=--headless=new --no-sandbox --disable-gpu --user-data-dir=${folder}/chromium`,
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH, LANG: "ko_KR.UTF-8" } },
  ).catch((error: unknown) => error)
  if (!existsSync(file)) throw failure
  return JSON.parse(readFileSync(file, "utf8")) as Report
}

/** What keeps a category from 100: the audits that weigh in it and are not whole. */
function listShortcomings({ categories, audits }: Report, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const found = audits[id]
    return found && weight > 0 && found.score !== null && found.score < 1 ? [id] : []
  })
}

const readPerformance = ({ categories }: Report) => categories.performance?.score ?? 0

/** The run in the middle by its performance: one is a matter of luck where something else runs. */
async function auditSeveral(url: string, folder: string, count: number): Promise<Report> {
  const reports: Report[] = []
  for (let round = 0; round < count; round += 1) reports.push(await audit(url, folder))
  const sorted = reports.toSorted((a, b) => readPerformance(a) - readPerformance(b))
  const middle = sorted[Math.floor(count / 2)]
  if (!middle) throw new Error("Nothing was measured")
  return middle
}

/**
 * Prints the four scores of each screen, of ten where `isWhole` and of the middle one of five runs each, and
 * what is missing; says so where npm cannot be reached.
 */
export async function measureAudits(url: string, isWhole = false): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "baroildang-lighthouse-"))
  console.log("\nLighthouse (휴대폰): 성능 · 접근성 · 권장사항 · 검색")
  try {
    for (const path of isWhole ? PATHS : USUAL_PATHS) {
      const report = await auditSeveral(url + path, folder, isWhole ? WHOLE_RUNS : 1)
      const scores = CATEGORIES.map((category) =>
        String(Math.round((report.categories[category]?.score ?? 0) * 100)).padStart(3),
      )
      noteFigure(`lighthouse.${path}`, readPerformance(report) * 100, "more")
      const missing = CATEGORIES.flatMap((category) => listShortcomings(report, category))
      console.log(`  ${path.padEnd(18)} ${scores.join(" · ")}  ${missing.join(", ")}`)
    }
  } catch (error) {
    console.log(`  재지 못했어요: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
