import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Undo2,
  type Icon,
} from "#app/ui/icons.tsx"
import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react"
import { StarterKit } from "@tiptap/starter-kit"

type Tool = {
  label: string
  icon: Icon
  run: (editor: Editor) => void
  isActive?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    label: "큰 제목",
    icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isActive: (editor) => editor.isActive("heading", { level: 2 }),
  },
  {
    label: "작은 제목",
    icon: Heading3,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isActive: (editor) => editor.isActive("heading", { level: 3 }),
  },
  {
    label: "굵게",
    icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive("bold"),
  },
  {
    label: "기울임",
    icon: Italic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive("italic"),
  },
  {
    label: "점 목록",
    icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive("bulletList"),
  },
  {
    label: "번호 목록",
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive("orderedList"),
  },
  {
    label: "인용",
    icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isActive: (editor) => editor.isActive("blockquote"),
  },
  { label: "링크", icon: Link2, run: setLink, isActive: (editor) => editor.isActive("link") },
  { label: "되돌리기", icon: Undo2, run: (editor) => editor.chain().focus().undo().run() },
  { label: "다시 하기", icon: Redo2, run: (editor) => editor.chain().focus().redo().run() },
]

function setLink(editor: Editor) {
  if (editor.isActive("link")) return void editor.chain().focus().unsetLink().run()
  const href = window.prompt("연결할 주소를 적어 주세요 (예: /faq, https://…)")?.trim()
  if (href && /^(\/(?!\/)|https:\/\/|mailto:|tel:)/.test(href))
    editor.chain().focus().extendMarkRange("link").setLink({ href }).run()
}

/** The editor of `RichEditor` and its tools. Only browsers load it. */
export default function EditorCanvas({
  html,
  onChange,
  labelId,
  isInvalid,
}: {
  html: string
  onChange: (html: string) => void
  labelId: string
  isInvalid: boolean
}) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        codeBlock: false,
        link: { openOnClick: false, protocols: ["https", "mailto", "tel"] },
      }),
    ],
    content: html,
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        class: "article min-h-80 px-4 py-3 outline-none",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(isInvalid ? { "aria-invalid": "true" } : {}),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  })
  const activeTools = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      TOOLS.map((tool) => (current && tool.isActive ? tool.isActive(current) : false)),
  })
  return (
    <div
      className={
        "overflow-hidden rounded-lg border border-line-strong bg-base-100 focus-within:border-primary"
      }
    >
      <div
        role="toolbar"
        aria-label="글 꾸미기"
        className="flex flex-wrap gap-0.5 border-b border-base-300 bg-base-200 p-1"
      >
        {TOOLS.map(({ label, icon: Icon, run }, index) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            aria-pressed={activeTools?.[index] ?? false}
            title={label}
            onClick={() => editor && run(editor)}
            className={
              "grid size-10 cursor-pointer place-items-center rounded-md text-ink-2 hover:bg-fill " +
              "aria-pressed:bg-primary-tint aria-pressed:text-primary-ink"
            }
          >
            <Icon size={18} />
          </button>
        ))}
      </div>
      <EditorContent editor={editor} />
    </div>
  )
}
