/** What stands beside the fields of a name: apart from the rules, which pages need not load. */

export const NICKNAME_HELP = "이름 대신 다른 회원에게 보여요. 한글, 영문, 숫자로 2~12자."
export const LEGAL_NAME_HELP = "계약과 결제에 써요. 다른 회원에게는 별명이 보여요."
