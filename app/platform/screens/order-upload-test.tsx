import { data, Form, Link, href } from "react-router"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { Card, Page, PageHeader, Section } from "#app/ui/section.tsx"
import type { Route } from "./+types/order-upload-test"
import { getActor, requireMember } from "#app/areas/accounts/guards.server.ts"

const MAX_PICTURES = 10

export function loader({ context }: Route.LoaderArgs) {
  return { signedIn: getActor(context).kind === "member" }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { pictures, problem } = await collectPictures(await request.formData().catch(() => new FormData()), {
    ownerId: actor.userId,
    purpose: "test",
    name: "photos",
    max: MAX_PICTURES,
  })
  const pictureProblem = pictures.length === 0 && !problem ? "사진을 한 장 이상 골라 주세요." : problem
  return data({ pictures, problem: pictureProblem }, { status: pictureProblem ? 400 : 200 })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("요청 사진 시험") },
  { name: "robots", content: "noindex" },
]

export default function OrderUploadTest({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader
        title="요청 사진 시험"
        text="견적을 요청할 때와 같은 방법으로 사진을 올리고 보내 볼 수 있어요."
      />
      {loaderData.signedIn ? (
        <Form method="post" encType="multipart/form-data" className="grid gap-6 pb-6">
          <PictureUploader
            key={actionData?.pictures.map((picture) => picture.id).join() ?? "new"}
            name="photos"
            purpose="test"
            max={MAX_PICTURES}
            label="현장 사진"
            help="벽 전체가 보이게 한 장, 고칠 곳은 가까이 찍어 주세요."
            defaultPictures={actionData?.pictures ?? []}
            error={actionData?.problem ?? undefined}
          />
          <SubmitButton className="btn btn-primary btn-lg w-full">보내기</SubmitButton>
        </Form>
      ) : (
        <Card>
          <p>사진은 로그인한 뒤에 올릴 수 있어요.</p>
          <Link to={`${href("/login")}?returnTo=%2FOrderUploadTest`} className="btn btn-primary mt-4">
            로그인하기
          </Link>
        </Card>
      )}
      {actionData && actionData.pictures.length > 0 ? (
        <Section title="서버가 받은 사진" count={actionData.pictures.length}>
          <Gallery pictures={actionData.pictures} />
        </Section>
      ) : null}
    </Page>
  )
}
