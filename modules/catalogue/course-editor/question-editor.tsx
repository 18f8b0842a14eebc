import { type ReactNode, useId } from 'react'
import { maxHintLength, maxReasonLength } from '#modules/catalogue/questions/question-rules.shared.ts'
import {
  type QuestionUse,
  questionTypeLookup,
  questionTypeOf,
  typesFor,
} from '#modules/catalogue/questions/question-types.shared.ts'
import { label } from '#platform/lookups.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { cn } from '#platform/ui/cn.ts'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import { moveItem } from './edited-list.shared.ts'
import { type EditedQuestion, newQuestion, withType } from './edited-question.shared.ts'
import { ItemActions } from './item-actions.tsx'
import { Options } from './option-editors.tsx'
import { QuestionPicture } from './question-picture.tsx'
import { QuestionLesson, QuestionSettings } from './question-settings.tsx'
import type { Offered } from './setting-field.shared.ts'
import { keyOf } from './stable-keys.shared.ts'
import { useNextFocus } from './use-next-focus.ts'
import { useQuestionRows } from './use-question-rows.ts'

/** Graded questions have an explanation afterward, with the lesson that contains the answer. */
const graded: ReadonlySet<QuestionUse> = new Set(['bank', 'quiz'])
/** Hints are shown at registration and, for bank questions, inside lessons. */
const usesWithHint: ReadonlySet<QuestionUse> = new Set(['bank', 'registration'])

type ListProps = {
  use: QuestionUse
  questions: readonly EditedQuestion[]
  /** The lessons that a question may refer to. */
  lessons?: Offered['lessons']
  /** The owner of the course, whose media library is offered. */
  organization_id: number
  onChange: (questions: EditedQuestion[], deletedId?: number) => void
}

/**
 * The questions of one list, in order. Each can be moved, edited and deleted with keyboard or mouse. In a long list
 * they are collapsed rows, which open when pressed.
 */
export function QuestionList({ use, questions, lessons = [], organization_id, onChange }: ListProps) {
  const t = useTexts(courseEditorTexts)
  const nameOf = ({ configuration }: EditedQuestion, index: number) =>
    configuration.title || t('questionTitle', { n: index + 1 })
  const focusOn = useNextFocus()
  const list = useId()
  const listState = useQuestionRows(questions)
  const itemId = ({ question_id }: EditedQuestion) => `${list}-${keyOf(question_id)}`
  return (
    <div className="grid grid-cols-1 gap-4">
      {questions.length === 0 && <p className="text-muted-foreground">{t('noQuestions')}</p>}
      {listState.isLong && (
        <TextField
          label={t('findQuestion')}
          type="search"
          value={listState.search}
          onChange={(event) => listState.find(event.target.value)}
        />
      )}
      <ol className={cn('grid grid-cols-1', listState.isLong ? 'gap-2' : 'gap-4')}>
        {listState.rows.map(({ question, index }) => (
          <Item
            key={keyOf(question.question_id)}
            id={itemId(question)}
            title={nameOf(question, index)}
            question={question}
            number={index + 1}
            listState={listState}
          >
            <QuestionFields
              use={use}
              number={index + 1}
              question={question}
              earlier={questions.slice(0, index)}
              lessons={lessons}
              organization_id={organization_id}
              onChange={(changedQuestion) =>
                onChange(questions.map((other, position) => (position === index ? changedQuestion : other)))
              }
            />
            <ItemActions
              name={question.configuration.title}
              removedName={nameOf(question, index)}
              index={index}
              count={questions.length}
              onMove={(to) => onChange(moveItem(questions, index, to))}
              onRemove={() => {
                onChange(questions.toSpliced(index, 1), question.question_id)
                focusOn(`${list}-add`)
              }}
            />
          </Item>
        ))}
      </ol>
      {listState.isLong && <Paging {...listState.paging} />}
      <div>
        <Button
          id={`${list}-add`}
          variant="outline"
          onClick={() => {
            const addedQuestion = newQuestion(use)
            onChange([...questions, addedQuestion])
            listState.openLast(addedQuestion)
            focusOn(itemId(addedQuestion))
          }}
        >
          {t('addQuestion')}
        </Button>
      </div>
    </div>
  )
}

type ItemProps = {
  id: string
  title: string
  question: EditedQuestion
  number: number
  listState: ReturnType<typeof useQuestionRows>
  children: ReactNode
}

/** A question with its fields; in a long list, below the row that expands and collapses it. */
function Item({ id, title, question, number, listState, children }: ItemProps) {
  const isOpen = listState.isOpen(question)
  return (
    <li
      id={id}
      className={cn(
        'grid grid-cols-1 gap-3 rounded-lg border bg-card',
        listState.isLong ? 'px-4 py-1' : 'p-4',
        listState.isLong && isOpen && 'pb-4',
      )}
    >
      {listState.isLong && (
        <QuestionRow
          title={title}
          type={question.lk_question_type_id}
          number={number}
          isOpen={isOpen}
          onPress={() => listState.toggle(question)}
        />
      )}
      {isOpen && children}
    </li>
  )
}

type RowProps = { title: string; type: number; number: number; isOpen: boolean; onPress: () => void }

/** A question as a line: its number, title and type. */
function QuestionRow({ title, type, number, isOpen, onPress }: RowProps) {
  const locale = useLocale()
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className="flex min-h-11 items-center gap-3 text-start hover:text-accent-foreground"
    >
      <span className="figures w-8 shrink-0 text-muted-foreground">{number}</span>
      <span className={cn('min-w-0 flex-1', isOpen ? 'font-semibold' : 'truncate')}>{title}</span>
      <span className="text-sm text-muted-foreground max-sm:hidden">{label(questionTypeLookup, type, locale)}</span>
    </button>
  )
}

type PagingProps = ReturnType<typeof useQuestionRows>['paging']

function Paging({ from, to, count, previous, next }: PagingProps) {
  const t = useTexts(courseEditorTexts)
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 text-sm">
      <span role="status" className="figures text-muted-foreground">
        {t('questionRange', { from, to, count })}
      </span>
      {previous && (
        <Button variant="outline" size="sm" onClick={previous}>
          {t('previous')}
        </Button>
      )}
      {next && (
        <Button variant="outline" size="sm" onClick={next}>
          {t('next')}
        </Button>
      )}
    </div>
  )
}

type FieldsProps = {
  use: QuestionUse
  number: number
  question: EditedQuestion
  /** The questions whose answers it can depend on. */
  earlier: readonly EditedQuestion[]
  lessons: Offered['lessons']
  organization_id: number
  onChange: (question: EditedQuestion) => void
}

function QuestionFields({ use, number, question, earlier, lessons, organization_id, onChange }: FieldsProps) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const { configuration: c, lk_question_type_id: type } = question
  const update = (changes: Partial<EditedQuestion['configuration']>) =>
    onChange({ ...question, configuration: { ...c, ...changes } })
  const types = typesFor(use).map((value) => ({ value, label: label(questionTypeLookup, value, locale) }))
  const hintTooLong = c.editor.hint.length > maxHintLength
  return (
    <>
      <TextareaField
        label={t('questionTitle', { n: number })}
        rows={2}
        maxLength={4_000}
        value={c.title}
        onChange={(event) => update({ title: event.target.value })}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SelectField
          label={t('questionType')}
          options={types}
          value={type}
          onChange={(event) => onChange(withType(question, Number(event.target.value), locale))}
        />
        {use === 'registration' ? (
          <Conditions question={question} earlier={earlier} onChange={onChange} />
        ) : (
          <TextField
            label={t('reference')}
            maxLength={2_000}
            value={question.references}
            onChange={(event) => onChange({ ...question, references: event.target.value })}
          />
        )}
      </div>
      {questionTypeOf(type).picture && (
        <QuestionPicture
          question={question}
          organization_id={organization_id}
          onChange={(picture) => update({ picture })}
        />
      )}
      <Options use={use} question={question} onChange={(options) => update({ options })} />
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label={t('required')}
          checked={c.required}
          onChange={(event) => update({ required: event.target.checked })}
        />
        {use === 'bank' && questionTypeOf(type).showsAnswer && (
          <Checkbox
            label={t('showAnswer')}
            checked={c.editor.show_answer}
            onChange={(event) => update({ editor: { ...c.editor, show_answer: event.target.checked } })}
          />
        )}
        {usesWithHint.has(use) && (
          <Checkbox
            label={t('showHint')}
            checked={c.editor.show_hint}
            onChange={(event) => update({ editor: { ...c.editor, show_hint: event.target.checked } })}
          />
        )}
      </div>
      {usesWithHint.has(use) && (
        <TextareaField
          label={t('hint')}
          rows={2}
          hint={t('hintMost')}
          error={hintTooLong ? t('hintTooLong') : undefined}
          value={c.editor.hint}
          onChange={(event) => update({ editor: { ...c.editor, hint: event.target.value } })}
        />
      )}
      {graded.has(use) && <Explanation configuration={c} lessons={lessons} onChange={update} />}
      <QuestionSettings use={use} question={question} lessons={lessons} onChange={update} />
    </>
  )
}

type ExplanationProps = Pick<FieldsProps, 'lessons'> & {
  configuration: EditedQuestion['configuration']
  onChange: (changes: Partial<EditedQuestion['configuration']>) => void
}

/** The part of a graded question that students see afterward: why the answer is right, and where to read it. */
function Explanation({ configuration: { why, selectedComponent }, lessons, onChange }: ExplanationProps) {
  const t = useTexts(courseEditorTexts)
  return (
    <>
      <TextareaField
        label={t('why')}
        rows={2}
        hint={t('whyHint')}
        maxLength={maxReasonLength}
        value={why ?? ''}
        onChange={(event) => onChange({ why: event.target.value })}
      />
      {lessons.length > 0 && (
        <QuestionLesson chosen={selectedComponent} lessons={lessons} none={t('noLesson')} onChange={onChange} />
      )}
    </>
  )
}

function Conditions({ question, earlier, onChange }: Pick<FieldsProps, 'question' | 'earlier' | 'onChange'>) {
  const t = useTexts(courseEditorTexts)
  const options = earlier.flatMap(({ question_id, configuration }) =>
    configuration.options.map(({ id, text }) => ({
      value: `${question_id}:${id}`,
      label: `${configuration.title.slice(0, 60)} → ${text}`,
    })),
  )
  const { conditional } = question
  const choose = (position: number, value: string) => {
    const triggers = [...conditional.slice(0, position), value, ...conditional.slice(position + 1)].filter(
      (trigger, index, all) => trigger !== '' && all.indexOf(trigger) === index,
    )
    onChange({ ...question, conditional: triggers })
  }
  // One field per answer, and an empty one for the next.
  const next = conditional.length > 0 && conditional.length < options.length ? [...conditional, ''] : conditional
  return (
    <div className="grid content-start gap-2">
      {(next.length > 0 ? next : ['']).map((value, index) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field's key is its position
          key={index}
          label={t(index === 0 ? 'condition' : 'orCondition')}
          options={options}
          placeholder={t(index === 0 ? 'always' : 'noFurther')}
          value={value}
          onChange={(event) => choose(index, event.target.value)}
        />
      ))}
    </div>
  )
}
