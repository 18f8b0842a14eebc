import { useEffect, useRef, useState } from 'react'
import { maxHintLength } from '#modules/catalogue/questions/question-rules.shared.ts'
import { questionTypeLookup, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { InlineQuizProps } from '#modules/catalogue/rich-text/editor/editor.shared.ts'
import { label } from '#platform/lookups.ts'
import { callApi } from '#platform/ui/api.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { type EditedQuestion, toEditedQuestions, toQuestionInput } from './edited-question.shared.ts'

/** The contract's delay after the last keystroke in a hint. */
const typingDelayMs = 500
/** Milliseconds before a retry after a failed save. */
const retryMs = 2_000

/** The editor's card for an inline quiz: its questions, and the feedback that students see. */
export function InlineQuestions({ attrs, readOnly }: InlineQuizProps) {
  const t = useTexts(courseEditorTexts)
  const ids = Array.isArray(attrs.questions) ? (attrs.questions as number[]) : []
  return (
    <div contentEditable={false} className="grid gap-1 rounded-md border border-dashed border-input px-4 py-3">
      <p className="font-semibold">{t('inlineQuiz')}</p>
      <ol className="grid list-decimal gap-3 ps-5">
        {ids.map((id) => (
          <InlineQuestion key={id} question_id={id} readOnly={readOnly} />
        ))}
      </ol>
    </div>
  )
}

type Props = { question_id: number; readOnly: boolean }

function InlineQuestion({ question_id, readOnly }: Props) {
  const body = { quiz_question_bank_question_id: question_id }
  const loaded = useLoaded<Answer>(null, (api) => api.POST('/course/getInlineQuizData', { body }))
  return (
    <li>
      <ShowLoaded loaded={loaded}>
        {({ questions }) =>
          toEditedQuestions(questions)
            .slice(0, 1)
            .map((question) => <QuestionCard key={question.question_id} stored={question} readOnly={readOnly} />)
        }
      </ShowLoaded>
    </li>
  )
}

type Editor = EditedQuestion['configuration']['editor']

function QuestionCard({ stored, readOnly }: { stored: EditedQuestion; readOnly: boolean }) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const { lk_question_type_id: type, configuration } = stored
  const [editor, change] = useSavedEditor(stored)
  return (
    <div className="grid gap-1">
      <p>
        <span className="text-sm text-muted-foreground">{label(questionTypeLookup, type, locale)}</span>{' '}
        {configuration.title}
      </p>
      {configuration.options.length > 0 && (
        <ul className="list-disc ps-5 text-sm">
          {configuration.options.map(({ id, text, match }) => (
            <li key={id}>{match ? `${text} = ${match}` : text}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-x-6">
        {questionTypeOf(type).showsAnswer && (
          <Checkbox
            label={t('showAnswer')}
            checked={editor.show_answer}
            disabled={readOnly}
            onChange={(event) => change({ show_answer: event.target.checked }, 0)}
          />
        )}
        <Checkbox
          label={t('showHint')}
          checked={editor.show_hint}
          disabled={readOnly}
          onChange={(event) => change({ show_hint: event.target.checked }, 0)}
        />
      </div>
      {editor.show_hint && (
        <TextareaField
          label={t('hint')}
          rows={2}
          hint={t('hintMost')}
          error={editor.hint.length > maxHintLength ? t('hintTooLong') : undefined}
          readOnly={readOnly}
          value={editor.hint}
          onChange={(event) => change({ hint: event.target.value }, typingDelayMs)}
        />
      )}
    </div>
  )
}

type Answer = { questions: readonly object[] }

/** The feedback that students see for a question. Each change is saved in the question bank. */
function useSavedEditor(storedQuestion: EditedQuestion) {
  const t = useTexts(courseEditorTexts)
  const [editor, setEditor] = useState<Editor>(storedQuestion.configuration.editor)
  const [pendingSave, setPendingSave] = useState<{ ms: number } | null>(null)
  const latestRef = useRef(editor)
  const save = useRef<() => Promise<void>>(async () => {})
  save.current = async () => {
    const editorState = latestRef.current
    if (!(await saveEditor(storedQuestion.question_id, editorState))) {
      toast({ kind: 'error', text: t('inlineSaveFailed') })
      setPendingSave({ ms: retryMs })
    } else if (latestRef.current === editorState) setPendingSave(null)
  }
  const tooLong = editor.hint.length > maxHintLength
  useEffect(() => {
    if (pendingSave === null || tooLong) return
    const timer = setTimeout(() => void save.current(), pendingSave.ms)
    return () => clearTimeout(timer)
  }, [pendingSave, tooLong])
  useUnsaved(pendingSave !== null)
  const hasPendingSave = useRef(false)
  hasPendingSave.current = pendingSave !== null && !tooLong
  useEffect(
    () => () => {
      if (hasPendingSave.current) void save.current()
    },
    [],
  )
  const change = (changes: Partial<Editor>, ms: number) => {
    latestRef.current = { ...latestRef.current, ...changes }
    setEditor(latestRef.current)
    // A new object each time, so that every change restarts the delay.
    setPendingSave({ ms })
  }
  return [editor, change] as const
}

/** Saves only this part of the stored question, because its text and answers may have changed since it was shown. */
async function saveEditor(question_id: number, editor: Editor): Promise<boolean> {
  const body = { quiz_question_bank_question_id: question_id }
  const response = await callApi((api) => api.POST('/course/getInlineQuizData', { body }), { quiet: true })
  const [question] = response.ok ? toEditedQuestions(response.data.questions) : []
  if (!question) return false
  const changedInput = toQuestionInput({ ...question, configuration: { ...question.configuration, editor } })
  const reply = await callApi((api) => api.POST('/quiz/question/update-config', { body: changedInput }), {
    quiet: true,
  })
  return reply.ok
}
