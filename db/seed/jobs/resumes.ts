/** The résumés of the town: what those who look for work say of themselves, and what they sent along. */
import type { resumes } from "#app/areas/jobs/schema.server.ts"
import type { Resume } from "#app/areas/jobs/views.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import type { DemoPerson } from "../parts.ts"
import { createRandom } from "../random.ts"

export type ResumeRow = typeof resumes.$inferSelect

/** Work of one kind, as somebody writes it down who did it for some years, or has not begun. */
const TRADES = [
  {
    introduction: "입주청소와 이사청소를 해 왔어요. 창틀과 욕실을 꼼꼼하게 마무리해요.",
    experience: ["아파트 입주청소 팀", "사무실 정기 청소", "이사 뒤 청소"],
    certificates: [],
  },
  {
    introduction: "도배와 장판 현장을 따라다니며 배웠어요. 초배와 재단을 맡을 수 있어요.",
    experience: ["아파트 실크 도배 보조", "빌라 합지 도배", "상가 장판 시공 보조"],
    certificates: ["도배기능사"],
  },
  {
    introduction: "자재 운반과 현장 정리를 주로 했어요. 새벽 출근도 늦은 적이 없어요.",
    experience: ["상가 신축 현장 보조", "오피스텔 자재 운반", "리모델링 현장 정리"],
    certificates: ["지게차운전기능사"],
  },
  {
    introduction: "카페와 식당에서 일했어요. 손님에게 밝게 인사하고 손이 빨라요.",
    experience: ["개인 카페 오픈·마감", "한식당 홀서빙", "베이커리 포장"],
    certificates: ["바리스타 2급"],
  },
  {
    introduction: "포장과 분류 일을 오래 했어요. 오래 서 있어도 괜찮고 실수가 적어요.",
    experience: ["물류센터 포장·분류", "명절 선물 포장", "의류 검수"],
    certificates: [],
  },
] as const

/** What `person` says of themselves; null for those who keep no résumé, all but `share` of them. */
export function createResume(person: DemoPerson, present: Date, share: number): ResumeRow | null {
  const random = createRandom(`jobs/resume/${person.id}`)
  if (!random.chance(share)) return null
  const trade = random.pick(TRADES)
  const careerYears = random.int(1, 8)
  const isSite = trade.certificates.some((name) => name.includes("기능사"))
  return {
    userId: person.id,
    introduction: trade.introduction,
    careerYears,
    experience: random.sample(trade.experience, random.int(1, trade.experience.length)),
    certificates: random.chance(0.5) ? [...trade.certificates] : [],
    safetyTrainedOn: isSite ? toKstDateString(addDays(present, -random.int(60, 900))) : null,
    weekdays: random.chance(0.5) ? ["1", "2", "3", "4", "5"] : ["6", "0"],
    dayTimes: random.chance(0.5) ? ["morning", "afternoon"] : ["morning", "afternoon", "evening"],
    updatedAt: addDays(present, -random.int(100, 400)),
  }
}

/** The copy that goes along with an application. */
export function copySeedResume(row: ResumeRow): Resume {
  const { userId: _, updatedAt, ...rest } = row
  return { ...rest, updatedAt: updatedAt.toISOString() }
}

/** Words beside a résumé, which says the rest. */
export const WORDS_BESIDE_RESUME = [
  "이력서 보시고 편하게 연락 주세요.",
  "현장까지 30분이면 가요. 늦지 않게 도착할게요.",
  "궁금한 점은 채팅으로 물어봐 주세요. 바로 답해 드려요.",
  "공고를 꼼꼼히 읽고 지원해요. 그날은 다른 일정이 없어요.",
  "일정이 바뀌어도 맞출 수 있어요. 편하게 말씀해 주세요.",
  "맡은 일은 끝까지 하고 정리까지 해 두고 갈게요.",
] as const
