/**
 * What people are told in their centre of changes of their account. The mail with the link to take one
 * back is the accounts' own.
 */
import { href } from "react-router"
import { withJosa } from "#app/basics/korean.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { CHANGE_LABELS, DATA_EXPORT_DAYS, type ChangeKind } from "../../accounts/rules.ts"
import type { AdminChange } from "../../accounts/service/events.server.ts"
import { notify } from "./notify.server.ts"

const MY_INFO_PATH = href("/my-info")
const CHANGE_PATHS: Partial<Record<ChangeKind, string>> = {
  email: "/my-info/profile",
  phone: "/my-info/profile",
  password: "/my-info/login",
  passkey: "/my-info/passkeys",
  payout_account: "/shopping/admin/settings",
  person_account: "/my-info/money",
}

/** Subscriber of "account.changed". */
export async function notifyAccountChange(
  { changeId, userId, kind }: Events["account.changed"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId,
      kind: "account",
      title: `${withJosa(CHANGE_LABELS[kind], "이/가")} 바뀌었어요`,
      text: "내가 바꾸지 않았다면 메일로 보낸 ‘되돌리기’를 7일 안에 눌러 주세요.",
      href: CHANGE_PATHS[kind] ?? MY_INFO_PATH,
      deduplicationKey: `account.changed:${changeId}`,
      excludedChannels: ["mail"],
    },
  ])
}

/** Subscriber of "account.change_undone". */
export async function notifyChangeUndone(
  { changeIds, userId }: Events["account.change_undone"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId,
      kind: "account",
      title: "바뀐 계정 정보를 되돌렸어요",
      text: "모든 기기에서 로그아웃됐어요. 직접 되돌리지 않았다면 고객센터에 알려 주세요.",
      href: MY_INFO_PATH,
      deduplicationKey: `account.change_undone:${changeIds[0] ?? ""}`,
      excludedChannels: ["mail"],
    },
  ])
}

const ADMIN_CHANGE_TEXTS: Record<AdminChange, { title: string; text: string }> = {
  customer: {
    title: "회원 유형이 일반회원으로 바뀌었어요",
    text: "운영자가 바꿨어요. 요청한 적이 없다면 고객센터에 알려 주세요.",
  },
  expert: {
    title: "회원 유형이 전문가로 바뀌었어요",
    text: "운영자가 바꿨어요. 요청한 적이 없다면 고객센터에 알려 주세요.",
  },
  admin: {
    title: "관리자 권한을 받았어요",
    text: "다시 로그인하면 관리자 화면을 쓸 수 있어요. 모르는 일이라면 고객센터에 알려 주세요.",
  },
  no_admin: {
    title: "관리자 권한이 없어졌어요",
    text: "다시 로그인하면 일반회원으로 이용할 수 있어요. 모르는 일이라면 다른 관리자에게 알려 주세요.",
  },
  signed_out: {
    title: "운영자가 모든 기기에서 로그아웃했어요",
    text: "계정을 지키려고 한 일이에요. 다시 로그인하고, 걱정되면 비밀번호를 바꿔 주세요.",
  },
}

/** Subscriber of "account.changed_by_office": who is helped, or stopped, by the operator hears of it. */
export async function notifyAdminChange(
  { userId, changeId, what }: Events["account.changed_by_office"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId,
      kind: "account",
      ...ADMIN_CHANGE_TEXTS[what],
      href: MY_INFO_PATH,
      deduplicationKey: `account.by_office:${changeId}`,
    },
  ])
}

/** Subscriber of "data_export.ready". */
export async function notifyDataExport(
  { exportId, userId }: Events["data_export.ready"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId,
      kind: "account",
      title: "내 정보 파일이 준비됐어요",
      text: `${DATA_EXPORT_DAYS}일 안에 내려받아 주세요. 비밀번호를 한 번 더 물어봐요.`,
      href: href("/my-info/data"),
      deduplicationKey: `data_export.ready:${exportId}`,
    },
  ])
}

/** Subscriber of "phone.taken_over": a number belongs to whoever proved it last. */
export async function notifyPhoneTakenOver(
  { userId, changeId }: Events["phone.taken_over"],
  tx: Transaction,
): Promise<void> {
  await notify(tx, [
    {
      userId,
      kind: "account",
      title: "휴대폰 번호 인증이 풀렸어요",
      text: "다른 계정에서 같은 번호를 인증했어요. 아직 쓰는 번호라면 다시 인증해 주세요.",
      href: `${MY_INFO_PATH}/profile#phone`,
      deduplicationKey: `phone.taken_over:${changeId}`,
    },
  ])
}
