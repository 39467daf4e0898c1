import { data, Form, Link, href } from "react-router"
import type { FormErrors } from "#app/basics/form.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { inspectPictures } from "#app/platform/pictures.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FieldError } from "#app/ui/field-layout.tsx"
import { SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Card, Page, PageHeader, Section } from "#app/ui/section.tsx"
import type { Route } from "./+types/upload-test"
import { getActor, requireMember } from "#app/areas/accounts/guards.server.ts"
import { PictureReport } from "../parts/picture-report.tsx"

const formatKilobytes = (bytes: number) =>
  `${(bytes / 1_000).toLocaleString("en-US", { maximumFractionDigits: 0 })}KB`

export function loader({ context }: Route.LoaderArgs) {
  return { signedIn: getActor(context).kind === "member" }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const form = await request.formData().catch(() => new FormData())
  const file = form.get("pictureFiles")
  const startedAt = performance.now()
  const { ids, problem } = await collectPictures(form, {
    ownerId: actor.userId,
    purpose: "test",
    name: "picture",
    max: 1,
  })
  const ms = Math.round(performance.now() - startedAt)
  const [picture] = await inspectPictures(ids, { userId: actor.userId, canSeeAll: false })
  const errors: FormErrors = {}
  if (!picture || !(file instanceof File)) {
    errors.picture = problem ?? "올릴 사진을 골라 주세요."
    return data({ errors, uploadResult: null }, { status: 400 })
  }
  return data({
    errors,
    uploadResult: {
      ms,
      bytes: file.size,
      type: file.type,
      picture: { ...picture, createdAt: picture.createdAt.toISOString() },
    },
  })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("사진 올리기 시험") },
  { name: "robots", content: "noindex" },
]

export default function UploadTest({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.errors.picture
  const uploadResult = actionData?.uploadResult
  useFirstErrorFocus(actionData?.errors)
  return (
    <Page>
      <PageHeader
        title="사진 올리기 시험"
        text="사진 한 장이 어떻게 줄고 얼마나 걸리는지 볼 수 있어요. 올린 사진은 이틀 뒤에 저절로 지워져요."
      />
      {loaderData.signedIn ? (
        <Form method="post" encType="multipart/form-data" className="grid max-w-[42rem] gap-4">
          <div>
            <label htmlFor="picture" className="mb-2 block text-sm font-medium text-ink-2">
              사진
            </label>
            <input
              id="picture"
              type="file"
              name="pictureFiles"
              accept="image/jpeg,image/png,image/webp"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? "picture-error" : undefined}
              className={
                "field-box cursor-pointer file:mr-3 file:cursor-pointer file:font-semibold " +
                "file:text-primary-ink"
              }
            />
            <FieldError id="picture-error">{problem}</FieldError>
          </div>
          <SubmitButton className="btn btn-primary btn-lg w-full sm:w-fit sm:px-10">올려 보기</SubmitButton>
        </Form>
      ) : (
        <Card className="max-w-[42rem]">
          <p>사진은 로그인한 뒤에 올릴 수 있어요.</p>
          <Link to={`${href("/login")}?returnTo=%2Fupload-test`} className="btn btn-primary mt-4">
            로그인하기
          </Link>
        </Card>
      )}
      {uploadResult ? (
        <Section
          title="결과"
          subtitle={
            `보낸 파일 ${formatKilobytes(uploadResult.bytes)} · ` +
            `${uploadResult.type || "종류 모름"} · 확인하고 저장하는 데 ${formatNumber(uploadResult.ms)}ms`
          }
        >
          <PictureReport picture={uploadResult.picture} />
        </Section>
      ) : null}
    </Page>
  )
}
