import { texts } from '#platform/texts.ts'

export const affirmationTexts = texts({
  title: ['Eligibility statement', 'Declaración de elegibilidad'],
  notYet: [
    'The student states this when they submit the registration. Nothing is recorded yet.',
    'El estudiante hace esta declaración al enviar el registro. Todavía no hay nada registrado.',
  ],
  affirmed: ['Affirmed', 'Declarado'],
  affirmedText: ['None of these exclusions applies', 'No se aplica ninguna de estas exclusiones'],
  excluded: ['Excluded', 'Excluido'],
  rules: ['Exclusions of the program', 'Exclusiones del programa'],
  correct: ['Correct the statement', 'Corregir la declaración'],
  lead: [
    'An excluded student can’t register for the course or start it, and a course already under way is disabled. After a correction to “None of these”, the student can submit the registration; to enable a disabled course again, change its status.',
    'Un estudiante excluido no puede registrarse en el curso ni comenzarlo, y un curso ya comenzado se deshabilita. Si la corrección es “Ninguna de estas”, el estudiante puede enviar el registro; para volver a habilitar un curso deshabilitado, cambie su estado.',
  ],
  applies: ['What applies to the student', 'Lo que se aplica al estudiante'],
  choose: ['Choose what applies.', 'Elija lo que se aplica.'],
  reason: ['Reason (staff only)', 'Motivo (solo para el personal)'],
  save: ['Save correction', 'Guardar corrección'],
  saving: ['Saving…', 'Guardando…'],
  saved: ['The statement was corrected.', 'Se corrigió la declaración.'],
  savedDisabled: [
    'The statement was corrected, and the course was disabled.',
    'Se corrigió la declaración y se deshabilitó el curso.',
  ],
  history: ['History', 'Historial'],
  on: ['Date', 'Fecha'],
  by: ['By', 'Por'],
  student: ['Student', 'Estudiante'],
  statement: ['Statement', 'Declaración'],
  source: ['Source', 'Fuente'],
  why: ['Reason', 'Motivo'],
})
