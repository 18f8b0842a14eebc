import { texts } from '../../../platform/texts.ts'

export const staffWords = texts({
  administrators: ['Administrators', 'Administradores'],
  instructors: ['Instructors', 'Instructores'],
  noAdministrators: [
    'No administrators yet. Add one to share the work.',
    'Todavía no hay administradores. Agregue uno para compartir el trabajo.',
  ],
  noInstructors: [
    'No instructors yet. Add one or send an invitation.',
    'Todavía no hay instructores. Agregue uno o envíe una invitación.',
  ],
  add_administrator: ['Add Administrator', 'Agregar administrador'],
  add_instructor: ['Add Instructor', 'Agregar instructor'],
  administrator_id: ['Administrator ID', 'ID de administrador'],
  instructor_id: ['Instructor ID', 'ID de instructor'],
  loginid: ['Username', 'Nombre de usuario'],
  first_name: ['First Name', 'Nombre'],
  last_name: ['Last Name', 'Apellido'],
  code: ['Code', 'Código'],
  email: ['Email', 'Correo electrónico'],
  organization: ['Organization', 'Organización'],
  dob: ['Date of Birth', 'Fecha de nacimiento'],
  user_status: ['User Status', 'Estado del usuario'],
  created_at: ['Created Date', 'Fecha de creación'],
  updated_at: ['Updated Date', 'Fecha de modificación'],
  edit_user: ['Edit User', 'Editar usuario'],
  edit_profile: ['Edit Profile', 'Editar perfil'],
  view_profile: ['View Profile', 'Ver perfil'],
  view_as: ['View As', 'Ver como'],
  activate: ['Activate', 'Activar'],
  deactivate: ['Deactivate', 'Desactivar'],
})
