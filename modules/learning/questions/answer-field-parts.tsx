import type { ReactNode } from 'react'
import { FieldError } from '#platform/ui/field.tsx'
import type { Answer } from './answer.shared.ts'
import type { VisibleOption } from './answer-shapes.shared.ts'

type TextLimit = { enabled: boolean; min: number; max: number }

export type QuestionProps = {
  question: {
    lk_question_type_id: number
    configuration: {
      title: string
      picture?: { src: string; alt: string } | undefined
      required: boolean
      options: readonly { id: number; text: string }[]
      matches: readonly string[]
      settings?: { wordMinMax: TextLimit; minMax: TextLimit } | undefined
    }
  }
  answer: Answer
  /** The answer that was submitted with an error, by field name. */
  typed?: Readonly<Record<string, string>>
  error?: string
}

export type AnsweredProps = {
  question: {
    lk_question_type_id: number
    configuration: { picture?: { src: string; alt: string } | undefined; options: readonly VisibleOption[] }
  }
  answer: Answer
  /** Null if it is not shown. */
  right: Answer
}

export const Title = ({ children }: { children: string }) => (
  <span className="mb-2 block text-xl leading-7">{children}</span>
)
export const answerText = (answer: Answer) =>
  typeof answer === 'number' || typeof answer === 'string' ? String(answer) : undefined

type GroupProps = { title: string; hint?: string; error: string | undefined; children: ReactNode }
export function Group({ title, hint, error, children }: GroupProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">
        <Title>{title}</Title>
      </legend>
      {hint && <p className="text-sm text-muted-foreground">{hint}</p>}
      {children}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
