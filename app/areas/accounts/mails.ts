/** What accounts write to people: mails and text messages. */

import { withJosa } from "../../basics/korean.ts"

export type MailContent = { subject: string; text: string }
const CLOSING_LINE = "\n\n바로일당 드림"

export const buildConfirmationMail = ({ code, link }: { code: string; link: string }): MailContent => ({
  subject: `[바로일당] 이메일을 확인해 주세요 (인증번호 ${code})`,
  text: `바로일당에 가입해 주셔서 고마워요.

인증번호: ${code}

가입하던 화면에 인증번호를 입력하거나, 아래 주소를 열어 가입을 이어가 주세요. 24시간 동안 쓸 수 있어요.
${link}

직접 가입하지 않았다면 누르지 말고 이 메일을 지워 주세요.${CLOSING_LINE}`,
})

export const buildAlreadyMemberMail = (links: { signIn: string; reset: string }): MailContent => ({
  subject: "[바로일당] 이미 가입된 이메일이에요",
  text:
    `누군가 이 이메일로 다시 가입하려고 했어요. 이미 가입된 이메일이라 새로 만들지 않았어요.\n\n로그인: ${links.signIn}\n비밀번호를 잊었다면: ` +
    `${links.reset}\n\n직접 하지 않았다면 아무것도 하지 않아도 괜찮아요.${CLOSING_LINE}`,
})

export const buildPasswordResetMail = (link: string): MailContent => ({
  subject: "[바로일당] 비밀번호를 다시 설정해 주세요",
  text:
    `아래 주소에서 새 비밀번호를 정해 주세요. 1시간 동안 한 번 쓸 수 있어요.\n${link}\n\n직접 요청하지 않았다면 이 메일을 지워 주세요. 지금 비밀번호는 그대로예요.` +
    `${CLOSING_LINE}`,
})

type AccountChangedMailInput = {
  name: string
  label: string
  newValue: string
  at: string
  until: string
  link: string
}

/** To every address of an account, also the former one. */
export const buildAccountChangedMail = ({
  name,
  label,
  newValue,
  at,
  until,
  link,
}: AccountChangedMailInput): MailContent => ({
  subject: `[바로일당] ${withJosa(label, "이/가")} 바뀌었어요`,
  text: `${name}님 계정의 ${withJosa(label, "이/가")} ${at}에 바뀌었어요.${newValue ? `\n바뀐 ${label}: ${newValue}` : ""}

직접 바꿨다면 아무것도 하지 않아도 괜찮아요.

내가 바꾸지 않았다면 아래 주소에서 되돌려 주세요. 바꾸기 전으로 돌아가고, 모든 기기에서 로그아웃되고, 비밀번호를 새로 정해요. 로그인하지 않아도 되돌릴 수 있어요.
되돌리기: ${link}

되돌리기는 ${until}까지 한 번 쓸 수 있어요.${CLOSING_LINE}`,
})

/**
 * To an address that an account has just left, where somebody signs up or asks for a new password with it.
 */
export const buildFormerEmailMail = ({
  at,
  until,
  link,
}: {
  at: string
  until: string
  link: string
}): MailContent => ({
  subject: "[바로일당] 이 이메일을 쓰던 계정이 있어요",
  text: `이 이메일을 쓰던 계정의 이메일이 ${at}에 다른 이메일로 바뀌었어요.

직접 바꿨다면 바뀐 이메일로 로그인해 주세요. 이 이메일로는 ${until}부터 새로 가입할 수 있어요.

내가 바꾸지 않았다면 아래 주소에서 되돌려 주세요.
되돌리기: ${link}${CLOSING_LINE}`,
})

export const buildChangeUndoneMail = (label: string): MailContent => ({
  subject: `[바로일당] ${withJosa(label, "을/를")} 되돌렸어요`,
  text:
    `바뀐 ${withJosa(label, "을/를")} 메일의 링크로 되돌렸어요. 모든 기기에서 로그아웃됐고, 비밀번호를 새로 정해야 로그인할 수 있어요.\n\n직접 되돌리지 않았다면 ` +
    `고객센터에 알려 주세요.${CLOSING_LINE}`,
})

export const buildSecondFactorMail = (isOn: boolean): MailContent => ({
  subject: `[바로일당] 2단계 인증을 ${isOn ? "켰어요" : "껐어요"}`,
  text:
    `내 계정의 2단계 인증을 ${isOn ? "켰어요. 이제 로그인할 때 인증 앱의 숫자도 물어봐요" : "껐어요. 이제 비밀번호만으로 로그인해요"}.\n\n` +
    `직접 하지 않았다면 비밀번호를 바꾸고 고객센터에 알려 주세요.${CLOSING_LINE}`,
})

export const RECOVERY_CODES_MAIL: MailContent = {
  subject: "[바로일당] 복구 코드를 새로 받았어요",
  text:
    "2단계 인증의 복구 코드를 새로 받았어요. 전에 받은 코드는 이제 쓸 수 없어요.\n\n" +
    `직접 하지 않았다면 비밀번호를 바꾸고 고객센터에 알려 주세요.${CLOSING_LINE}`,
}

export const buildPasskeyRemovedMail = (name: string): MailContent => ({
  subject: "[바로일당] 패스키를 지웠어요",
  text:
    `내 계정의 패스키 ‘${name}’를 지웠어요. 이제 그 패스키로는 로그인할 수 없어요. 기기에 남은 패스키는 기기의 비밀번호 설정에서 지울 수 있어요.\n\n` +
    `직접 하지 않았다면 비밀번호를 바꾸고 고객센터에 알려 주세요.${CLOSING_LINE}`,
})

export const buildSignInLockedMail = (reset: string): MailContent => ({
  subject: "[바로일당] 로그인 시도를 잠시 막았어요",
  text:
    `비밀번호가 여러 번 틀려서 처음 보는 기기의 로그인을 15분 동안 막았어요. 전에 로그인한 기기에서는 그대로 로그인할 수 있어요.\n\n지금 새 기기에서 로그인해야 한다면 ` +
    `비밀번호를 다시 설정해 주세요.\n${reset}${CLOSING_LINE}`,
})

export const buildEmailChangeMail = (link: string): MailContent => ({
  subject: "[바로일당] 이메일을 확인해 주세요",
  text:
    `아래 주소를 열면 이 이메일이 내 계정에 등록돼요. 24시간 동안 쓸 수 있어요.\n${link}\n\n직접 등록하지 않았다면 누르지 말고 이 메일을 지워 주세요.` +
    `${CLOSING_LINE}`,
})

export const buildPhoneChangedSms = () =>
  "[바로일당] 계정의 휴대폰 번호가 바뀌었어요. 내가 바꾸지 않았다면 메일의 되돌리기를 눌러 주세요."

/** korea.md §2. */
export const buildPhoneCodeSms = (code: string) =>
  `[바로일당] 인증번호 ${withJosa(code, "을/를")} 입력해 주세요.`
