/** What the colleagues of the demo town say among themselves: texts for answers, notes, labels. */
import { newId } from "#app/basics/ids.ts"
import { personLabels, personNotes } from "#app/areas/admin/schema.server.ts"
import { ticketMacros, ticketNotes, tickets } from "#app/areas/content/schema.server.ts"
import { MACRO_NAME } from "#app/areas/content/rules.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { eq } from "drizzle-orm"

const MACROS = [
  [
    "환불 걸리는 시간",
    `${MACRO_NAME}님, 안녕하세요. 카드 결제는 취소한 뒤 영업일 3일 안에 카드사에서 취소돼요. ` +
      "카드사 앱에서 ‘승인 취소’로 보이면 다 끝난 거예요.",
  ],
  [
    "인증번호가 오지 않을 때",
    `${MACRO_NAME}님, 안녕하세요. 스팸 문자함을 먼저 봐 주세요. 그래도 없으면 통신사에 따라 1분쯤 ` +
      "늦게 올 수 있어요. 세 번 넘게 오지 않으면 이 문의에 통신사를 적어 주세요.",
  ],
  [
    "전문가와 연락이 안 될 때",
    `${MACRO_NAME}님, 불편을 드려 죄송해요. 저희가 전문가에게 바로 연락할게요. 하루 안에 답이 없으면 ` +
      "요청을 취소하고 안심결제 금액을 돌려드려요.",
  ],
] as const

/** Writes them; `open` are the questions that wait, of which the first is urgent. */
export async function writeNotes(
  tx: Transaction,
  open: readonly { id: string; userId: string | null }[],
  authorId: string,
  present: Date,
): Promise<void> {
  await tx
    .insert(ticketMacros)
    .values(MACROS.map(([title, body]) => ({ id: newId(), title, body, updatedAt: present })))
  const [urgent] = open.filter(({ userId }) => userId !== null)
  if (!urgent?.userId) return
  await tx.update(tickets).set({ priority: "high" }).where(eq(tickets.id, urgent.id))
  await tx.insert(ticketNotes).values({
    id: newId(),
    ticketId: urgent.id,
    authorId,
    body: "오전에 전화도 하셨어요. 오늘 안에 답해야 해요.",
    createdAt: new Date(present.getTime() - 3_600_000),
  })
  await tx.insert(personNotes).values({
    id: newId(),
    userId: urgent.userId,
    authorId,
    body: "지난달에도 같은 문의를 하셨어요. 먼저 전화드리면 좋아하세요.",
    createdAt: new Date(present.getTime() - 9 * 86_400_000),
  })
  await tx.insert(personLabels).values([
    { userId: urgent.userId, label: "단골" },
    { userId: urgent.userId, label: "전화 선호" },
  ])
}
