import { texts } from '#platform/texts.ts'

export const recruiterTexts = texts({
  organizations: ['Organizations', 'Organizaciones'],
  organizationsHint: [
    'This instructor sees only the students of these organizations and their sub-organizations. If you add none, they see all students of their own organization.',
    'Este instructor solo ve a los estudiantes de estas organizaciones y de las que dependen de ellas. Si no hay ninguna, ve a todos los de su propia organización.',
  ],
  forgetLost: [
    'Remove the organizations that were moved elsewhere: {count}. This instructor no longer sees their students. If no organizations are left, the instructor sees all students of their own organization.',
    'Quitar las organizaciones que se trasladaron: {count}. Ya no le muestran nada a este instructor. Si no queda ninguna, ve a todos los estudiantes de su propia organización.',
  ],
  outside: [
    "Choose the instructor's own organization or one of its sub-organizations.",
    'Elija la organización del instructor o una que dependa de ella.',
  ],
  recruiter: ['Recruiter', 'Reclutador'],
  isRecruiter: ['This instructor is a recruiter', 'Este instructor es reclutador'],
  recruited: ['Recruited organization', 'Organización reclutada'],
  code: ['Recruiter code', 'Código de reclutador'],
  fee: ['Fee in dollars', 'Comisión en dólares'],
  add: ['Add organization', 'Agregar organización'],
  remove: ['Remove {name}', 'Quitar {name}'],
  thisOne: ['this organization', 'esta organización'],
  none: ['No organizations added.', 'No hay organizaciones agregadas.'],
  export: ['Export recruited organizations', 'Exportar organizaciones reclutadas'],
})
