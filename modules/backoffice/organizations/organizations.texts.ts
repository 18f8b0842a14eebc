import { texts } from '../../../platform/texts.ts'

export const organizationWords = texts({
  title: ['Organizations', 'Organizaciones'],
  empty: ['No organizations found.', 'No se encontraron organizaciones.'],
  code: ['Code', 'Código'],
  name: ['Organization', 'Organización'],
  manager_name: ['Manager Name', 'Nombre del responsable'],
  email: ['Email', 'Correo electrónico'],
  phone_number: ['Phone', 'Teléfono'],
  status: ['Status', 'Estado'],
  hosting: ['Hosting', 'Alojamiento'],
  updated_at: ['Updated At', 'Actualizada el'],
  created_at: ['Created At', 'Creada el'],
  course: ['Course', 'Curso'],
  organization_id: ['Organization ID', 'ID de organización'],
  dashboard: ['Org Dashboard', 'Panel de la organización'],
})
