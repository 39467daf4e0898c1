/** What one can be here, as offered at sign-up. */
export const USER_TYPE_OPTIONS = [
  { value: "customer", label: "일반회원", description: "견적을 받고, 사고팔고, 일자리를 찾아요" },
  { value: "expert", label: "전문가", description: "요청에 견적을 보내고 일해요. 가입한 뒤 심사를 받아요" },
] as const
