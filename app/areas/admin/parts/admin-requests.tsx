import { Form, Link, href } from "react-router"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { OfficeRole } from "../../accounts/rules.ts"
import { OFFICE_ROLE_LABELS } from "../role-labels.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"

type AdminRequest = {
  id: string
  userId: string
  name: string
  askedBy: string
  reason: string
  officeRole: OfficeRole
  createdAt: string
  isOwn: boolean
}

/** Who waits to become an admin: the one who asked may take it back, any other admin decides. */
export function AdminRequests({ requests }: { requests: readonly AdminRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Card className="mb-4">
      <h2 className="text-lg font-bold">관리자 권한 요청</h2>
      <ul className="mt-3 grid gap-4">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="text-base">
                <Link
                  to={href("/admin/users/:userId", { userId: request.userId })}
                  className="font-semibold hover:underline"
                >
                  {request.name}
                </Link>
                님에게 {request.askedBy}님이 ‘{OFFICE_ROLE_LABELS[request.officeRole]}’ 일을 맡기자고 했어요
              </p>
              <p className="text-sm text-ink-3">
                {request.reason} · <RelativeTime at={request.createdAt} />
              </p>
            </div>
            {request.isOwn ? (
              <Form
                method="post"
                action={href("/admin/users/:userId", { userId: request.userId })}
                className="flex items-center gap-2"
              >
                <input type="hidden" name="requestId" value={request.id} />
                <span className="text-sm text-ink-3">다른 관리자가 확인해요</span>
                <SubmitButton name="intent" value="withdraw" className="btn btn-quiet btn-sm hit">
                  거두기
                </SubmitButton>
              </Form>
            ) : (
              <Form
                method="post"
                action={href("/admin/users/:userId", { userId: request.userId })}
                className="flex gap-2"
              >
                <input type="hidden" name="requestId" value={request.id} />
                <SubmitButton name="intent" value="refuse" className="btn btn-line btn-sm hit">
                  거절하기
                </SubmitButton>
                <SubmitButton name="intent" value="confirm" className="btn btn-primary btn-sm hit">
                  확인하기
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
