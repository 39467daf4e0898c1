/**
 * The content's part of the demo town: notices, jobs at our company, questions, and what people asked
 * us.
 */
import type postgres from "postgres"
import { articles, articleVersions, ticketMessages, tickets } from "#app/areas/content/schema.server.ts"
import { toDescription as wordsOf } from "#app/areas/content/service/read-articles.server.ts"
import type { TicketState, TicketTopic } from "#app/areas/content/rules.ts"
import { buildNameKeys } from "#app/basics/name-search.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import {
  findDemoPeople,
  writePart,
  writeWithProgress,
  type DemoPeople,
  type RunStep,
  type TownTransaction,
} from "../parts.ts"
import { atWrapped, createSeedId } from "../random.ts"
import { insertInBatches } from "../write.ts"
import { CAREERS } from "./careers.ts"
import { FAQ } from "./faq.ts"
import { NOTICES } from "./notices.ts"
import { TICKETS } from "./tickets.ts"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
type ArticleRow = typeof articles.$inferInsert

const timeAgo = (present: Date, days: number, hour = 10) =>
  new Date(present.getTime() - days * DAY_MS - hour * HOUR_MS)

const createArticle = (
  label: string,
  madeAt: Date,
  row: Omit<ArticleRow, "id" | "searchKey" | "searchChoseong" | "createdAt" | "updatedAt">,
): ArticleRow => ({
  id: createSeedId(`article/${label}`, madeAt),
  createdAt: madeAt,
  updatedAt: madeAt,
  ...row,
  ...buildNameKeys([row.title, wordsOf(row.body)]),
})

/** The notices, by the days since they were written. */
function createNotices(present: Date): ArticleRow[] {
  return NOTICES.map((notice, index) => {
    const madeAt = notice.days > 0 ? timeAgo(present, notice.days) : timeAgo(present, 0, 3)
    const state = notice.state ?? "published"
    return createArticle(`notice/${index}`, madeAt, {
      kind: "notice",
      title: notice.title,
      body: notice.body,
      category: notice.category,
      pinned: notice.pinned ?? false,
      state,
      publishAt: state === "scheduled" ? new Date(present.getTime() - notice.days * DAY_MS) : null,
      publishedAt: state === "published" || state === "archived" ? madeAt : null,
    })
  })
}

/** The jobs at our company. */
function createCareers(present: Date): ArticleRow[] {
  return CAREERS.map((career, index) => {
    const madeAt = timeAgo(present, career.days)
    const toSection = (title: string, lines: readonly string[]) =>
      lines.length === 0
        ? ""
        : `<h2>${title}</h2><ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`
    const state = career.state ?? "published"
    return createArticle(`career/${index}`, madeAt, {
      kind: "career",
      title: career.title,
      category: career.team,
      state,
      publishedAt: state === "draft" ? null : madeAt,
      body:
        `${toSection("이런 일을 해요", career.doing)}${toSection("이런 분을 찾아요", career.wanted)}` +
        `${toSection("이런 경험이 있으면 더 좋아요", career.nice)}<h2>채용 과정</h2><ol><li>서류 확인 (3영업일)</li><li>실무 ` +
        "이야기 (1시간)</li><li>하루 함께 일하기 (일당을 드려요)</li><li>처우 이야기와 합류</li></ol><p>사진, 나이, 성별, 혼인 여부, 출신 " +
        "지역, 가족에 대한 정보는 적지 마세요. 결과는 합격 여부와 관계없이 이메일로 알려 드리고, 이메일로 받은 지원 서류는 채용이 끝나고 180일이 지나면 " +
        "지워요.</p>",
      facts: {
        place: career.place,
        employment: career.employment,
        ...(career.closesIn === null ? {} : { closesOn: addDays(toKstDateString(present), career.closesIn) }),
      },
    })
  })
}

/** The questions that are often asked, in their order. */
function createFaq(present: Date): ArticleRow[] {
  return FAQ.map(([category, question, answer], index) => {
    const madeAt = timeAgo(present, 90 - index)
    return createArticle(`faq/${index}`, madeAt, {
      kind: "faq",
      title: question,
      body: `<p>${answer}</p>`,
      category,
      position: index + 1,
      state: "published",
      publishedAt: madeAt,
    })
  })
}

/** Who asked what and when; a visitor is nobody. */
function createAsked(people: DemoPeople, present: Date) {
  return TICKETS.map((ticket, index) => {
    const openedAt = timeAgo(present, ticket.days, 4)
    const person =
      ticket.by === "visitor"
        ? null
        : ticket.by === "customer"
          ? people.demo.customer
          : ticket.by === "expert"
            ? people.demo.expert
            : atWrapped(people.customers, index * 17)
    return { ticket, openedAt, person, id: createSeedId(`ticket/${index}`, openedAt) }
  })
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const people = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    await writeArticles(tx, people, present, step)
    await writeTickets(tx, people, present, step)
  })
}

async function writeArticles(
  tx: TownTransaction,
  people: DemoPeople,
  present: Date,
  step: RunStep,
): Promise<void> {
  const rows = [...createNotices(present), ...createCareers(present), ...createFaq(present)]
  await writeWithProgress(step, "공지와 안내", rows.length, "건", async () => {
    await insertInBatches(tx, articles, rows)
    await insertInBatches(
      tx,
      articleVersions,
      rows.map(({ id, title, body, facts, createdAt }) => ({
        articleId: id,
        version: 1,
        title,
        body,
        facts: facts ?? {},
        editedBy: people.demo.admin.id,
        editedAt: createdAt ?? present,
      })),
    )
  })
}

async function writeTickets(
  tx: TownTransaction,
  people: DemoPeople,
  present: Date,
  step: RunStep,
): Promise<void> {
  await writeWithProgress(step, "문의", TICKETS.length, "건", async () => {
    const asked = createAsked(people, present)
    await insertInBatches(
      tx,
      tickets,
      asked.map(({ ticket, openedAt, person, id }) => ({
        id,
        userId: person?.id ?? null,
        name: person?.name ?? "방문자",
        email: person ? `${person.id.slice(0, 8)}@example.kr` : "visitor@example.kr",
        topic: ticket.topic satisfies TicketTopic,
        title: ticket.title,
        state: ticket.state satisfies TicketState,
        createdAt: openedAt,
        updatedAt: new Date(openedAt.getTime() + (ticket.messages.length - 1) * 3 * HOUR_MS),
      })),
    )
    await insertInBatches(
      tx,
      ticketMessages,
      asked.flatMap(({ ticket, openedAt, person, id }) =>
        ticket.messages.map((message, order) => {
          const said = new Date(openedAt.getTime() + order * 3 * HOUR_MS)
          const byStaff = message.startsWith(">")
          return {
            id: createSeedId(`${id}/${order}`, said),
            ticketId: id,
            authorId: byStaff ? people.demo.admin.id : (person?.id ?? null),
            byStaff,
            body: byStaff ? message.slice(1).trim() : message,
            createdAt: said,
          }
        }),
      ),
    )
  })
}
