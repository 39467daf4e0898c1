/**
 * What a new password needs, as the hint under its field; apart from form.ts, which would come to the browser
 * with it.
 */
export const PASSWORD_HINT_TEXT = "영문, 숫자, 특수문자 중 2가지 이상, 8자 이상"
