/**
 * `npm test`: installs what it needs, then lint, types, unused code, unit, service, request and browser
 * tests. Instead `--screens` looks at every screen and tries the journeys of phones in a desktop's window,
 * `--chaos` runs what kills, starves or floods the product for minutes, `--cluster` what ends hosts of a
 * cluster; that one installs Debian's packages where it may.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"
import { join, relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { requireHeadlessChromium } from "./chromium.mjs"
import { continueUnderNode24, root } from "./node24.mjs"
import { build, install, run, runBin, step } from "./prepare.mjs"

const GIB = 1024 ** 3

process.chdir(root)
if (!(await continueUnderNode24(join(root, "bin", "test.mjs")))) {
  try {
    const [, , kind] = process.argv
    const tests = { "--chaos": testChaos, "--cluster": testCluster, "--screens": testScreens }
    await (tests[kind] ?? test)()
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

async function test() {
  // The demo town is looked at by its own tests and by the journeys: made once for both.
  await withTown([look], runTests)
}

/** Prepares Chromium, the build and the demo town, with `sides` beside them; the town goes after `work`. */
async function withTown(sides, work) {
  await install()
  const chromium = await step("Chromium", async () => requireHeadlessChromium())
  await runBin("react-router", ["typegen"])
  const town = mkdtempSync(join(findScratchFolder(), "baroildang-town-"))
  try {
    // None needs another, and each leaves a core idle.
    const done = await Promise.allSettled([...sides.map((side) => side()), build(), createTown(town)])
    for (const side of done) if (side.status === "rejected") throw side.reason
    await work(chromium, town)
  } finally {
    rmSync(town, { recursive: true, force: true })
  }
}

/**
 * Where the demo town and the databases of the tests are: in memory where there is plenty, for the 1,500
 * files of a test's database are copied there in a quarter of the time.
 */
function findScratchFolder() {
  const memory = "/dev/shm"
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * GIB && freemem() > 8 * GIB ? memory : tmpdir()
}

async function runTests(chromium, town) {
  const reports = mkdtempSync(join(tmpdir(), "baroildang-report-"))
  const counts = { passed: 0, failed: 0 }
  try {
    const unit = join(reports, "unit.json")
    const journeys = join(reports, "journeys.json")
    const production = join(reports, "production.json")
    const refusals = join(reports, "refusals.txt")
    let failure
    for (const [name, args, env] of [
      [
        "vitest",
        ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${unit}`],
        { CHROMIUM_PATH: chromium, REFUSALS_SEEN: refusals, TEST_TOWN: town },
      ],
      [
        "playwright",
        ["test", "--reporter=list,json"],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys, CHROMIUM_PATH: chromium, JOURNEYS_DATA: town },
      ],
      [
        "playwright",
        ["test", "--config=playwright.production.config.ts", "--reporter=list,json"],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: production, CHROMIUM_PATH: chromium },
      ],
    ]) {
      await runBin(name, args, { show: true, env }).catch((error) => (failure ??= error))
    }
    if (existsSync(unit)) {
      const result = JSON.parse(readFileSync(unit, "utf8"))
      counts.passed += result.numPassedTests
      const failures = listFailedTests(result)
      counts.failed += failures.length
      for (const line of failures) console.error(line)
    }
    for (const report of [journeys, production]) {
      if (!existsSync(report)) continue
      const { stats, suites } = JSON.parse(readFileSync(report, "utf8"))
      counts.passed += stats.expected
      counts.failed += stats.unexpected + stats.flaky
      for (const line of listFailedJourneys(suites)) console.error(line)
    }
    const unshown = await findUnshown(refusals)
    for (const line of unshown) console.error(line)
    counts[unshown.length > 0 ? "failed" : "passed"] += 1
    console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
    if (failure || counts.failed > 0) throw failure ?? new Error("실패한 검사가 있어요.")
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/**
 * What failed by Vitest's report: each test with the beginning of its reason, and each file that failed as a
 * whole. Printed at the end, for the output above is longer than most places keep.
 */
function listFailedTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed")
    if (failed.length === 0 && status === "failed") return [describeFailure(name, "", message)]
    return failed.map((each) => describeFailure(name, each.fullName, each.failureMessages[0]))
  })
}

/** The same by Playwright's report. */
function listFailedJourneys(suites) {
  return suites.flatMap((suite) => [
    ...listFailedJourneys(suite.suites ?? []),
    ...suite.specs
      .filter((spec) => !spec.ok)
      .map((spec) => {
        const errors = spec.tests.flatMap((each) => each.results.flatMap((result) => result.errors))
        return describeFailure(join(root, "tests/journeys", spec.file), spec.title, errors[0]?.message)
      }),
  ])
}

function describeFailure(file, title, reason = "") {
  const lines = stripVTControlCharacters(reason).split("\n").slice(0, 12)
  return `\n실패: ${relative(root, file)} ${title}\n${lines.map((line) => `  ${line}`).join("\n")}`
}

/** Makes the demo town in `folder`, for its own tests and the journeys. */
function createTown(folder) {
  return step(
    "체험 마을",
    async () => void (await run(process.execPath, ["tests/setup/create-town.ts", folder])),
  )
}

/** Refusals of which no test of this run has shown that they leave no row changed. */
async function findUnshown(file) {
  const { findUnshownRefusals } = await import("../tests/setup/refusing-services.ts")
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : []
  return findUnshownRefusals(root, new Set(lines.filter(Boolean)))
}

async function testScreens() {
  await withTown([], async (chromium, town) => {
    const env = { CHROMIUM_PATH: chromium, JOURNEYS_DATA: town, EVERY_SCREEN: "1" }
    await runBin("playwright", ["test"], { show: true, env })
  })
}

async function testChaos() {
  await install()
  await runBin("react-router", ["typegen"])
  await build()
  await runBin("vitest", ["run", "--config", "vitest.chaos.config.ts"], { show: true })
}

async function testCluster() {
  await install()
  await runBin("react-router", ["typegen"])
  await build()
  const { listMissing } = await import("../tests/cluster/programs.ts")
  const missing = listMissing().filter((name) => name !== "root")
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
  if (missing.length > 0 && canInstall) {
    const env = { DEBIAN_FRONTEND: "noninteractive" }
    await step(`Debian 패키지 ${missing.join(", ")}`, async () => {
      await run("apt-get", ["update"], { env })
      await run("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { env })
    })
  }
  await runBin("vitest", ["run", "--config", "vitest.cluster.config.ts"], { show: true })
}

/** What is found by reading alone. */
async function look() {
  await step("서식", async () => void (await runBin("oxfmt", ["--check"])))
  await step("린트", async () => void (await runBin("oxlint", [])))
  await step("타입", async () => void (await runBin("tsc", ["--noEmit", "-p", "."])))
  await step("쓰이지 않는 코드", async () => void (await runBin("knip", [])))
}
