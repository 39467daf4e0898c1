/** What decisions about several things are called. */
import { href } from "react-router"
import { TICKET_STATE_LABELS } from "../../content/rules.ts"
import { EXPERT_STATE_LABELS } from "../../experts/rules.ts"
import { PAYOUT_STATE_LABELS } from "../../money/rules.ts"
import { PRODUCT_STATE_LABELS, SELLER_STATE_LABELS } from "../../shop/rules.ts"
import { STATE_LABELS as REPORT_STATE_LABELS } from "../../trust/rules.ts"
import { BULK_MOVES, type BulkKind, type BulkMove } from "../bulk-rules.ts"

type MoveTexts = { label: string; done: string; text: string; isDangerous?: boolean }

const MOVE_TEXTS: Record<BulkMove, MoveTexts> = {
  review: { label: "심사 시작", done: "심사하기 시작했어요", text: "신청자는 ‘심사 중’으로 보여요." },
  approve: { label: "승인", done: "승인했어요", text: "바로 활동할 수 있고, 신청자에게 알림이 가요." },
  reject: {
    label: "반려",
    done: "반려했어요",
    text: "이유가 그대로 전해지고, 고쳐서 다시 신청할 수 있어요.",
    isDangerous: true,
  },
  suspend: {
    label: "정지",
    done: "정지했어요",
    text: "이유가 전해져요. 나중에 풀 수 있어요.",
    isDangerous: true,
  },
  restore: {
    label: "정지 풀기",
    done: "정지에서 풀었어요",
    text: "프로필이 다시 보이고 견적을 보낼 수 있어요.",
  },
  resume: { label: "정지 풀기", done: "정지에서 풀었어요", text: "내려간 상품이 다시 진열돼요." },
  publish: { label: "승인", done: "승인했어요", text: "바로 진열되고 판매자에게 알림이 가요." },
  hide: {
    label: "숨기기",
    done: "숨겼어요",
    text: "아무도 살 수 없어요. 나중에 다시 보이게 할 수 있어요.",
    isDangerous: true,
  },
  show: { label: "다시 보이기", done: "다시 보이게 했어요", text: "다시 진열돼요." },
  close: { label: "종료", done: "종료했어요", text: "문의한 사람은 더 답할 수 없어요. 다시 열 수 있어요." },
  reopen: { label: "다시 열기", done: "다시 열었어요", text: "답을 기다리는 문의로 돌아가요." },
  triage: {
    label: "확인 시작",
    done: "확인하기 시작했어요",
    text: "신고한 사람에게 ‘확인 중’으로 보여요.",
  },
  dismiss: {
    label: "조치하지 않기",
    done: "조치하지 않고 끝냈어요",
    text: "신고한 사람에게 결과가 전해지고, 되돌릴 수 없어요.",
    isDangerous: true,
  },
  start: { label: "이체 시작", done: "이체하기 시작했어요", text: "은행에 이체를 맡긴 지급으로 바뀌어요." },
  pay: { label: "이체 완료", done: "이체 완료로 바꿨어요", text: "판매자에게 입금됐다고 알려요." },
  fail: {
    label: "실패",
    done: "실패로 바꿨어요",
    text: "금액이 지급할 금액으로 돌아가고, 다음 지급에 함께 나가요.",
    isDangerous: true,
  },
}
export const getMoveTexts = (move: BulkMove): MoveTexts => MOVE_TEXTS[move]

type KindTexts = {
  title: string
  /** Of the list that the things were chosen in. */ listHref: string
  /** What counts one of them. */ unit: string
  states: Readonly<Record<string, string>>
  getHref: (id: string) => string | null
}

export const BULK_KIND_TEXTS: Record<BulkKind, KindTexts> = {
  experts: {
    title: "전문가",
    listHref: href("/admin/experts"),
    unit: "명",
    states: EXPERT_STATE_LABELS,
    getHref: (id) => href("/admin/expert/:expertId", { expertId: id }),
  },
  sellers: {
    title: "판매자",
    listHref: href("/admin/users/shop-owners"),
    unit: "곳",
    states: SELLER_STATE_LABELS,
    getHref: (id) => href("/admin/users/shop-owners/:sellerId", { sellerId: id }),
  },
  products: {
    title: "상품",
    listHref: href("/admin/products"),
    unit: "개",
    states: PRODUCT_STATE_LABELS,
    getHref: (id) => href("/admin/products/:productId", { productId: id }),
  },
  tickets: {
    title: "문의",
    listHref: href("/admin/tickets"),
    unit: "건",
    states: TICKET_STATE_LABELS,
    getHref: (id) => href("/admin/tickets/:ticketId", { ticketId: id }),
  },
  reports: {
    title: "신고",
    listHref: href("/admin/reports"),
    unit: "건",
    states: Object.fromEntries(
      Object.entries(REPORT_STATE_LABELS).map(([state, { label }]) => [state, label]),
    ),
    getHref: (id) => href("/admin/reports/:reportId", { reportId: id }),
  },
  payouts: {
    title: "지급",
    listHref: href("/admin/payouts"),
    unit: "건",
    states: PAYOUT_STATE_LABELS,
    getHref: () => null,
  },
}

/** The moves of `kind` that its list offers, with what they are called. */
export const listBulkMoves = (kind: BulkKind): { move: BulkMove; label: string; isDangerous: boolean }[] =>
  BULK_MOVES[kind].map((move) => ({
    move,
    label: MOVE_TEXTS[move].label,
    isDangerous: MOVE_TEXTS[move].isDangerous ?? false,
  }))

/**
 * Where `move` is looked at before it is made for `ids`; with `done`, where one sees what it has done, and
 * what was `left` as it is.
 */
export function getBulkHref(
  kind: BulkKind,
  {
    move,
    done,
    ids,
    left = [],
  }: { move?: BulkMove; done?: BulkMove; ids: readonly string[]; left?: readonly string[] },
): string {
  const query = new URLSearchParams([
    ...(move ? [["move", move]] : []),
    ...(done ? [["done", done]] : []),
    ...ids.map((id) => ["ids[]", id]),
    ...left.map((id) => ["left[]", id]),
  ])
  return `${href("/admin/bulk/:kind", { kind })}?${query}`
}
