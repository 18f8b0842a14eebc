import { type Need, needsOfProgram } from '#modules/catalogue/home/needs.shared.ts'
import { isProgram } from '#modules/catalogue/programs/programs.shared.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'
import { Icon } from '#platform/ui/icons.tsx'
import type { Details } from './details.ts'

const messages = texts({
  title: ['Is this course for you?', '¿Este curso es para usted?'],
  yes: ['It is for you if', 'Es para usted si'],
  no: ['It is not for you if', 'No es para usted si'],
  ticket: ['you have a traffic ticket', 'recibió una multa de tránsito'],
  court: ['a judge or court ordered you to take a course', 'un juez o tribunal le ordenó tomar un curso'],
  insurance: ['you want a discount on your car insurance', 'quiere un descuento en su seguro de auto'],
  license: ['you are getting your first license or permit', 'va a obtener su primera licencia o permiso'],
  states: ['you need a course for {states}', 'necesita un curso para {states}'],
  elsewhere: ['you need a course for another state', 'necesita un curso para otro estado'],
  notAccepted: [
    'your clerk, judge or insurer doesn’t accept online courses',
    'su tribunal, juez o aseguradora no acepta cursos en línea',
  ],
  ask: [
    'Not sure? Ask the clerk of the court, the judge or your insurer before you buy. They decide whether this course counts.',
    '¿Tiene dudas? Pregunte en el tribunal, al juez o a su aseguradora antes de comprar. Ellos deciden si este curso es válido.',
  ],
})

type SuitsProps = { course: Details['course']; locale: Locale }

/**
 * The people that a course is for, and those that it is not for, by its program and states. Nothing for a course without
 * both, which would only say whom it does not suit.
 */
export function Suits({ course: { program_id, states }, locale }: SuitsProps) {
  const needs: readonly Need[] = program_id && isProgram(program_id) ? needsOfProgram[program_id] : []
  const list = new Intl.ListFormat(locale === 'es-es' ? 'es' : 'en', { type: 'disjunction' }).format(states)
  const suitable = [
    ...needs.map((need) => localText(locale, messages, need)),
    ...(states.length > 0 ? [localText(locale, messages, 'states', { states: list })] : []),
  ]
  const unsuitable = [
    ...(states.length > 0 ? [localText(locale, messages, 'elsewhere')] : []),
    localText(locale, messages, 'notAccepted'),
  ]
  if (suitable.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-semibold">{localText(locale, messages, 'title')}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <List title={localText(locale, messages, 'yes')} icon="check" items={suitable} />
        <List title={localText(locale, messages, 'no')} icon="alert" items={unsuitable} />
      </div>
      <p className="max-w-prose text-muted-foreground">{localText(locale, messages, 'ask')}</p>
    </section>
  )
}

const List = ({ title, icon, items }: { title: string; icon: 'check' | 'alert'; items: readonly string[] }) => (
  <div className="rounded-lg border bg-card p-4">
    <h3 className="mb-2 font-semibold">{title}</h3>
    <ul className="grid gap-2">
      {items.map((item) => (
        <li key={item} className="flex items-start gap-2">
          <Icon name={icon} className={icon === 'check' ? 'mt-0.5 text-green-ink' : 'mt-0.5 text-orange-ink'} />
          {item}
        </li>
      ))}
    </ul>
  </div>
)
