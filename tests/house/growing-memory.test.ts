/** What a process keeps and adds to as it runs is listed here, with what holds it within bounds. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const root = `${import.meta.dirname}/../../`
/** In the browser a list lives as long as its page. */
const BROWSER = /^app\/(?:ui\/|shell\/typed-words\.ts)/

/** Filled by declarations at the start, and by nothing else. */
const AT_START = [
  "app/areas/accounts/service/actor-counts.server.ts counters",
  "app/areas/accounts/service/data-exports.server.ts parts",
  "app/areas/accounts/service/leaving.server.ts checks",
  "app/areas/accounts/service/undo-change.server.ts restoreHandlers",
  "app/areas/money/service/charges.server.ts subjects",
  "app/areas/money/service/held-charges.server.ts owners",
  "app/areas/trust/service/report-context.server.ts contextsByKind",
  "app/platform/bus.server.ts listenersByChannel",
  "app/platform/cache-sizes.server.ts cacheSizes",
  "app/platform/events.server.ts handlers",
  "app/platform/jobs.server.ts queueHandlers",
  "app/platform/jobs.server.ts scheduledJobs",
  "app/platform/pictures.server.ts readRules",
  "app/platform/subjects.server.ts sources",
]
/** What is under way: it goes when it is done, and its number is limited where it begins. */
const UNDER_WAY = [
  "app/areas/accounts/body-middleware.server.ts activeUploadsBySender",
  "app/platform/connection.server.ts #goneListeners",
  "app/platform/connection.server.ts #settledWaiters",
  "app/platform/connection.server.ts #unanswered",
  "app/platform/fair-queue.ts #addressQueues",
  "app/platform/live.server.ts listeners",
  "app/platform/pool.server.ts #waiters",
  "app/platform/share-picture.server.ts drawing",
  "app/platform/short-cache.server.ts getPendingAnswers",
  "server/body-receiver.ts #bytesByAddress",
  "server/body-receiver.ts #openBodies",
  "server/page-cache.ts #rendering",
]
/** What settings and sources have so many of: connections, databases, workers, lanes, routes. */
const AS_MANY_AS = [
  "app/platform/database-address.server.ts primaryByAddress",
  "app/platform/events.server.ts lanesToAnnounce",
  "app/platform/events.server.ts lanesToRerun",
  "app/platform/events.server.ts runningLanes",
  "app/platform/file-lock.ts heldConnections",
  "app/platform/overrides/narrow-routes.server.ts narrowedByRoute",
  "app/platform/picture-queue.server.ts idleWorkers",
  "app/platform/pool.server.ts #connections",
  "app/platform/pool.server.ts #idle",
  "app/platform/standby.server.ts #pools",
  "server/supervisor.ts #leaving",
]
const OTHERS: Readonly<Record<string, string>> = {
  "app/areas/notifications/service/push.server.ts keysCache": "one pair of keys",
  "app/areas/search/rules.ts initialCache": "20,000 single letters; runs in the browser as well",
  "app/areas/search/rules.ts letterCache": "20,000 single letters; runs in the browser as well",
  "app/areas/search/service/terms.server.ts state": "2,000 searches of 20 letters, written after 5 s",
  "app/areas/search/service/token-frequencies.server.ts state": "20,000 tokens, read anew each minute",
  "app/areas/search/service/vocabulary.server.ts state": "words that the back office added one by one",
  "app/platform/bounded-cache.server.ts #entries": "the ceiling in bytes that all its users have",
  "app/platform/jobs.server.ts getPendingJobs": "jobs of the start, until the queue runs",
  "app/platform/live.server.ts replayBuffer": "4 MB, in /metrics as live_replay",
  "app/platform/log.server.ts repeatedErrors": "200 different errors of ten seconds",
  "app/platform/overrides/query-builder-client.server.ts prepared": "in /metrics as prepared_statements",
}
const LISTED = [...AT_START, ...UNDER_WAY, ...AS_MANY_AS, ...Object.keys(OTHERS)]

/** Collections of modules and classes that something is added to, and what is memoized. */
function listGrowing(file: string): string[] {
  const code = readFileSync(root + file, "utf8")
  const collections = [
    ...code.matchAll(/^(?:export )?(?:const|let) (\w+)(?:: .+)? =\s*(?:new (?:Map|Set)\b|\[\])/gm),
    ...code.matchAll(/^  (?:readonly )?(#\w+)(?:: .+)? =\s*(?:new (?:Map|Set)\b|\[\])/gm),
  ].flatMap(([, name = ""]) => name)
  const grows = (name: string) => new RegExp(`(?<!\\w)${name}\\.(?:set|add|push|unshift)\\(`).test(code)
  const memoized = [
    ...code.matchAll(
      /^const (\w+) = memoizePerEnvironment\(\s*\(\)(?:: [^=]+)? =>\s*(?:new (?:Map|Set)\b|\[\]|\(\{)/gm,
    ),
    ...code.matchAll(/^const (\w+) = memoizePerEnvironment\(\s*\(\): \{[^}]*(?:Map|\[\])/gm),
  ].flatMap(([, name = ""]) => name)
  return [...new Set([...collections.filter(grows), ...memoized])].map((name) => `${file} ${name}`)
}

test("whatever grows in a process is a cache with a ceiling, or is listed with its bounds", () => {
  const files = globSync("{app,server}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|fixtures\.ts$/.test(file) && !BROWSER.test(file),
  )
  const growing = files.flatMap(listGrowing)
  expect(growing.filter((each) => !LISTED.includes(each))).toEqual([])
  expect(LISTED.filter((each) => !growing.includes(each))).toEqual([])
})
