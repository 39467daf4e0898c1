/** The figures of the day before, by mail to those of the office who want them, once a day. */
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { addDays, formatDate, toKstDateString } from "#app/basics/time.ts"
import { formatManwon } from "#app/basics/won.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { ROLE_RIGHTS } from "../../accounts/rules.ts"
import { listOfficeMembers } from "../../accounts/service/people.server.ts"
import { notify } from "../../notifications/service/notify.server.ts"
import type { Metric, Sums } from "../figure-rules.ts"
import { figureMails } from "../schema.server.ts"
import { sumFigures } from "./figures.server.ts"

const MAIL_METRICS = [
  "requests",
  "requests_proposed",
  "agreed_won",
  "hires",
  "items",
  "pieces_sold_won",
  "received_won",
  "refunded_won",
  "complaints",
  "sign_ups",
] as const satisfies readonly Metric[]

/**
 * Tells everybody who wants them the figures of yesterday, beside those of the same weekday a week before; a
 * job calls it. The same day is told once, however often it runs; who lost the right is told nothing.
 */
export async function sendFigureMails(): Promise<void> {
  const members = new Map((await listOfficeMembers()).map((member) => [member.userId, member.officeRole]))
  const readers = (await db().select().from(figureMails)).filter(({ userId }) => {
    const role = members.get(userId)
    return role !== undefined && ROLE_RIGHTS[role].includes("figures")
  })
  if (readers.length === 0) return
  const day = addDays(toKstDateString(now()), -1)
  const [sums, sumsBefore] = await Promise.all([sumDay(day), sumDay(addDays(day, -7))])
  await inTransaction((tx) =>
    notify(
      tx,
      readers.map(({ userId }) => ({
        userId,
        kind: "account" as const,
        title: `${formatDate(day)} 하루 통계예요`,
        text: formatFigureMail(sums, sumsBefore),
        href: `${href("/admin/figures")}?from=${day}&to=${day}`,
        deduplicationKey: `figures:${day}`,
        excludedChannels: ["sms" as const, "push" as const],
      })),
    ),
  )
}

const sumDay = async (day: string): Promise<Sums> =>
  (
    await sumFigures(MAIL_METRICS, {
      span: { from: day, to: day, step: "day" },
      category: null,
      region: null,
    })
  ).total

/** What the mail says: the figures of a day, with the one a week before where it differs. */
function formatFigureMail(sums: Sums, before: Sums): string {
  const count = (name: string, metric: Metric, counter: string) => {
    const [value, valueBefore] = [sums[metric] ?? 0, before[metric] ?? 0]
    return `${name} ${value}${counter}${value === valueBefore ? "" : `(지난주 ${valueBefore})`}`
  }
  const won = (name: string, metric: Metric) =>
    `${name} ${formatManwon(Math.round((sums[metric] ?? 0) / 10_000) * 10_000)}`
  return [
    count("견적 요청", "requests", "건"),
    `견적서 없음 ${(sums.requests ?? 0) - (sums.requests_proposed ?? 0)}건`,
    won("성사", "agreed_won"),
    count("구인", "hires", "건"),
    count("중고", "items", "개"),
    won("쇼핑", "pieces_sold_won"),
    won("받은 돈", "received_won"),
    won("환불", "refunded_won"),
    count("불만", "complaints", "건"),
    count("가입", "sign_ups", "명"),
  ].join(" · ")
}
