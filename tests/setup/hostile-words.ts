/**
 * Hostile words in everything that people write: the payloads, how they come into the tables, and the screens
 * that show them.
 */
import { sql } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { ACCESS } from "../requests/access.ts"
import { listRoutes } from "./routes.ts"
import type { Role } from "./test-world.ts"

const BREAKOUTS = [
  "",
  '"',
  "'",
  '">',
  "'>",
  "</script>",
  "</title>",
  "</textarea>",
  "</style>",
  "-->",
  "]]>",
  "\u2028",
  "\\",
]
const VECTORS = [
  "<script>ran()</script>",
  "<img src=x onerror=ran()>",
  "<svg onload=ran()>",
  "<svg><script>ran()</script></svg>",
  "<iframe srcdoc='<script>parent.ran()</script>'>",
  "<body onload=ran()>",
  "<details open ontoggle=ran()>",
  "<input autofocus onfocus=ran()>",
  "<a href=javascript:ran()>가</a>",
  "<math><mtext><img src=x onerror=ran()></mtext></math>",
  "<style>@import 'javascript:ran()'</style>",
  " onmouseover=ran() style=position:fixed;inset:0 x=",
  "ran()//",
  "{{constructor.constructor('ran()')()}}",
  "${ran()}",
  "<!--<img src='--><img src=x onerror=ran()>'>",
]
/** Every way out of a text together with every way to run: 208. */
export const PAYLOADS = BREAKOUTS.flatMap((breakout) => VECTORS.map((vector) => `${breakout}${vector}`))

/** Each way out and each way to run once: 16. */
export const SOME_PAYLOADS = VECTORS.map((vector, index) => `${BREAKOUTS[index % BREAKOUTS.length]}${vector}`)

/** Columns that hold what somebody wrote in their own words. */
const WRITTEN = [
  "title",
  "body",
  "name",
  "note",
  "description",
  "address",
  "address_detail",
  "subject_title",
  "text",
  "representative",
  "message",
  "business_name",
  "answer",
  "recipient",
  "reply",
  "option_name",
  "option_label",
  "introduction",
  "failure_message",
  "brand",
  "alt",
  "details",
  "detail",
  "defects",
  "decline_reason",
  "closed_reason",
  "cancel_reason",
  "ban_reason",
  "decision_reason",
  "removed_reason",
  "state_reason",
  "end_reason",
  "one_line",
  "intro",
  "work_hours",
  "issuer",
  "request",
  "question",
  "place",
  "extra_charge_rule",
  "account_holder",
  "last_text",
  "keyword",
  "original_name",
  "reason",
]
/**
 * Columns of these names that hold a code of ours, or markup that is cleaned when it is written
 * (tests/requests/content.test.ts).
 */
const OURS = new Set(["articles.body", "article_versions.body", "reports.reason", "reports.details"])

/**
 * Writes `payloads` into each row of each written column; where a rule of the table refuses them, another one
 * into each row. Returns how many columns took one.
 */
export async function poison(payloads: readonly string[]): Promise<number> {
  const columns = await db().execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
      and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.data_type = 'text' and c.column_name in ${WRITTEN}`)
  let taken = 0
  for (const { table, column } of columns) {
    if (OURS.has(`${table}.${column}`)) continue
    const name = sql.identifier(column)
    for (const texts of [[payloads.join(" ")], payloads, payloads.filter((payload) => payload.length < 30)]) {
      const done = await db()
        .execute(
          sql`update ${sql.identifier(table)} set ${name} = (${sql.param(texts)}::text[])[1 +
            abs(hashtext(ctid::text)) % ${texts.length}] where ${name} is not null`,
        )
        .then(
          () => true,
          () => false,
        )
      if (done) {
        taken += 1
        break
      }
    }
  }
  return taken
}

const READERS = ["owner", "seller", "expert", "admin"] as const

/** Whoever comes first and may see a screen. */
function findReader(pattern: string): Role | undefined {
  const line = ACCESS[pattern]?.read
  return READERS.find((role) => line?.[role] === "in") ?? (line?.visitor === "in" ? "visitor" : undefined)
}

/** Each screen at its first address, as somebody who sees it; at another address it shows the same. */
export const HOSTILE_SCREENS: { pattern: string; role: Role }[] = listRoutes()
  .filter(
    (route, index, all) =>
      route.isScreen && ACCESS[route.pattern] && all.findIndex((each) => each.file === route.file) === index,
  )
  .flatMap(({ pattern }) => {
    const role = findReader(pattern)
    return role ? [{ pattern, role }] : []
  })

/**
 * The elements of `document` that only a payload could have brought: handlers, addresses that are scripts,
 * and scripts of its own. Runs in a browser, by its text.
 */
export function findIntruders(document: Document): string[] {
  return [...document.querySelectorAll("*")]
    .filter(
      (each) =>
        each.getAttributeNames().some((name) => name.startsWith("on")) ||
        /^\s*javascript:/i.test(each.getAttribute("href") ?? "") ||
        each.hasAttribute("srcdoc") ||
        (each.localName === "script" && each.textContent === "ran()"),
    )
    .map((each) => each.outerHTML.slice(0, 200))
}
