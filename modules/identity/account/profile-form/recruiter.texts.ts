import { texts } from '../../../../platform/texts.ts'

export const recruiterTexts = texts({
  organizations: ['Organizations', 'Organizaciones'],
  organizationsHint: ['Organizations where this instructor teaches.', 'Organizaciones donde enseña este instructor.'],
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
