/** What the roles and rights of the office are called. */
import type { OfficeRole, Right } from "../accounts/rules.ts"

export const OFFICE_ROLE_LABELS: Record<OfficeRole, string> = {
  owner: "총괄",
  support: "고객 상담",
  reviewer: "심사·신뢰",
  finance: "정산",
  content: "콘텐츠",
}
export const OFFICE_ROLE_TEXTS: Record<OfficeRole, string> = {
  owner: "모든 일과 설정, 다른 관리자의 권한",
  support: "문의에 답하고 분쟁·취소·반품을 정해요",
  reviewer: "전문가·판매자·상품을 심사하고 신고와 제재를 다뤄요",
  finance: "지급과 환불, 현금영수증, 결제사 대사를 다루고 통계를 봐요",
  content: "공지와 안내 글, 쿠폰, 검색 낱말을 다루고 통계를 봐요",
}
export const RIGHT_LABELS: Record<Right, string> = {
  people: "회원·주문 보기",
  view_as: "회원이 보는 화면 보기",
  support: "문의 답변",
  trade: "분쟁·취소·반품 결정",
  review: "전문가·판매자·상품 심사",
  trust: "신고·제재·후기·채팅",
  money: "정산·결제",
  content: "글·쿠폰·검색 낱말",
  figures: "통계 보기",
  settings: "설정·실패한 일",
  rights: "관리자 권한·감사 기록",
}
