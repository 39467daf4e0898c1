import { Laptop, Smartphone } from "#app/ui/icons.tsx"
import { Form, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatDate } from "#app/basics/time.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { SignOutDeviceForm } from "../forms.ts"
import { requireSignedIn } from "../guards.server.ts"
import type { Member } from "../rules.ts"
import { buildExpiredSessionCookie } from "../service/sessions.server.ts"
import { listSignedInDevices, signOutDevice, signOutEverywhere } from "../service/signed-in-devices.server.ts"
import type { Route } from "./+types/signed-in-devices"

export const handle = {
  bar: "task",
  title: "로그인한 기기",
  backHref: href("/my-info/login"),
} satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  return { devices: await listSignedInDevices(requireSignedIn(context, request)) }
}

function goToSignIn(request: Request, flash: string): Response {
  const response = redirectWithFlash(href("/login"), flash)
  response.headers.append("Set-Cookie", buildExpiredSessionCookie(request))
  return response
}

const answerForm = intents<{ actor: Member; request: Request }>((intent) => ({
  device: intent({
    form: SignOutDeviceForm,
    hidden: ["sessionId"],
    run: ({ actor }, value) => signOutDevice(actor, value),
    done: (_, { sessionId }, { actor, request }) =>
      sessionId === actor.sessionId
        ? goToSignIn(request, "이 기기에서 로그아웃했어요")
        : { to: href("/my-info/devices"), flash: "그 기기에서 로그아웃했어요" },
    problems: { over: "이미 로그아웃된 기기예요." },
  }),
  all: intent({
    run: ({ actor }) => signOutEverywhere(actor),
    done: (_, __, { request }) => goToSignIn(request, "모든 기기에서 로그아웃했어요"),
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSignedIn(context, request)
  return answerForm(await request.formData(), { actor, request }, { to: href("/my-info/devices") })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("로그인한 기기") },
  { name: "robots", content: "noindex" },
]

export default function SignedInDevices({ loaderData: { devices }, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  return (
    <Page isNarrow>
      <PageHeader
        title="로그인한 기기"
        back={{ href: href("/my-info/login"), label: "로그인과 보안" }}
        bar="same"
        text="모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔 주세요."
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <ul
        className={
          "divide-y divide-base-300 md:overflow-hidden md:rounded-xl md:border md:border-base-300 " +
          "md:bg-base-100"
        }
      >
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      <Form method="post" className="mt-6">
        <SubmitButton name="intent" value="all" className="btn btn-quiet btn-lg w-full">
          모두 로그아웃
        </SubmitButton>
        <p className="mt-2 text-center text-sm text-ink-3">지금 쓰는 기기에서도 로그아웃돼요.</p>
      </Form>
    </Page>
  )
}

type Device = Route.ComponentProps["loaderData"]["devices"][number]

function DeviceRow({ device }: { device: Device }) {
  const Icon = device.isHandheld ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-4 md:px-5">
      <Icon size={24} className="flex-none text-ink-2" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold">
          {device.name}
          {device.isThisOne && <StateBadge tone="open">지금 쓰는 기기</StateBadge>}
        </p>
        <p className="mt-0.5 text-sm text-ink-3">
          <RelativeTime at={device.usedAt} /> 사용 · {formatDate(device.signedInAt)} 로그인
          {device.staysSignedIn ? " · 로그인 상태 유지" : ""}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="intent" value="device" />
        <SubmitButton
          name="sessionId"
          value={device.id}
          className="btn btn-sm btn-quiet hit"
          pendingLabel="로그아웃하는 중이에요"
        >
          이 기기 로그아웃
        </SubmitButton>
      </Form>
    </li>
  )
}
