import { describe, expect, test } from "vitest"
import { SUBJECT_KINDS } from "#app/basics/subject.ts"
import { findTransition, findUnreachableStates } from "#app/basics/transitions.ts"
import {
  APPOINTMENT_STATES,
  APPOINTMENT_TRANSITIONS,
  getAppointmentName,
  LIMITS,
  formatPreview,
  listQuickReplies,
  REFUSALS,
  detectWarning,
  type AppointmentTransition,
  type AppointmentRole,
} from "./rules.ts"

describe("appointments", () => {
  test("every state is reached from a proposal", () =>
    expect(findUnreachableStates(APPOINTMENT_TRANSITIONS, APPOINTMENT_STATES, ["proposed"])).toEqual([]))
  const allowed = new Set([
    "accept proposed invited",
    "decline proposed invited",
    "cancel proposed proposer",
    "cancel accepted proposer",
    "cancel accepted invited",
  ])
  for (const role of ["proposer", "invited"] as const satisfies readonly AppointmentRole[]) {
    for (const from of APPOINTMENT_STATES) {
      for (const move of [
        "accept",
        "decline",
        "cancel",
      ] as const satisfies readonly AppointmentTransition[]) {
        test(
          `${role} may ` +
            `${allowed.has(`${move} ${from} ${role}`) ? "" : "not "}${move} ` +
            `what is ${from}`,
          () => {
            expect(findTransition(APPOINTMENT_TRANSITIONS, { move, from, role }) !== undefined).toBe(
              allowed.has(`${move} ${from} ${role}`),
            )
          },
        )
      }
    }
  }
})

describe("warning signs", () => {
  test.each([
    "예약금은 계좌로 보낼까요?",
    "국민은행 123456-04-123456 으로 입금해 주세요",
    "110-123-456789",
    "먼저 계약금 보내 주시면 시작할게요",
    "예주금은 없고 예금주는 김도현이에요",
    "계좌번호 알려 주세요",
    "선입금 부탁드려요",
    "카카오페이 송금 가능해요",
  ])("%s: paying around the product", (text) => expect(detectWarning(text)).toBe("payment"))
  test.each([
    "010-1234-5678로 전화 주세요",
    "공일공 일이삼사 오육칠팔",
    "카톡 아이디 dohyun123이에요",
    "kim@example.com으로 보내 주세요",
  ])("%s: another way to talk", (text) => expect(detectWarning(text)).toBe("contact"))
  test.each([
    "네, 월요일 저녁 7시에 들를 수 있어요.",
    "견적은 1,780,000원이에요",
    "24평 실크 도배, 방 3개",
    "11월 23일에 만나요",
    "우리 집은 101동 1001호예요",
    "하나 더 여쭤볼게요",
    "결제는 바로일당에서 할게요",
    "",
  ])("%s: nothing", (text) => expect(detectWarning(text)).toBeNull())
})

test("every kind of subject has replies for both sides, short enough for a chip", () => {
  for (const kind of SUBJECT_KINDS) {
    for (const [isOwner, stage] of [
      [true, "open"],
      [false, "open"],
      [true, "agreed"],
      [false, "over"],
    ] as const) {
      const replies = listQuickReplies(kind, isOwner, stage)
      expect(replies.length).toBeGreaterThanOrEqual(3)
      for (const reply of replies) expect([reply.length <= 24, detectWarning(reply)]).toEqual([true, null])
    }
    expect(getAppointmentName(kind)).toContain("약속")
  }
})

test("the list says what a message is: its words on one line, or how many pictures", () => {
  expect(formatPreview({ kind: "text", text: "한 줄\n두 줄", pictures: 0 })).toBe("한 줄 두 줄")
  expect(formatPreview({ kind: "pictures", text: "", pictures: 3 })).toBe("사진 3장")
  expect(formatPreview({ kind: "pictures", text: "", pictures: 1 })).toBe("사진")
  expect(formatPreview({ kind: "pictures", text: "이 정도예요", pictures: 1 })).toBe("이 정도예요")
  expect(formatPreview({ kind: "text", text: "가".repeat(LIMITS.text), pictures: 0 }).length).toBe(100)
})

test("every refusal says what to do or why, in a sentence", () => {
  for (const { sentence } of Object.values(REFUSALS)) expect(sentence).toMatch(/요\.$/)
})
