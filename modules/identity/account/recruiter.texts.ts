import { texts } from '../../../platform/texts.ts'

export const recruiterTexts = texts({
  organizations: ['Organizations', 'Organizaciones'],
  organizationsHint: [
    'The organizations in which this instructor teaches.',
    'Las organizaciones en las que enseña este instructor.',
  ],
  recruiter: ['Recruiter', 'Captador'],
  isRecruiter: ['This instructor is a recruiter', 'Este instructor es captador'],
  recruited: ['Recruited organization', 'Organización captada'],
  code: ['Recruiter code', 'Código de captador'],
  fee: ['Fee in dollars', 'Comisión en dólares'],
  add: ['Add an organization', 'Agregar una organización'],
  remove: ['Remove {name}', 'Quitar {name}'],
  thisOne: ['this organization', 'esta organización'],
  none: ['No organizations added.', 'No se han agregado organizaciones.'],
  export: ['Export recruited organizations', 'Exportar organizaciones captadas'],
})
