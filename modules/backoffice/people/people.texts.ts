import { texts } from '#platform/texts.ts'

export const peopleWords = texts({
  enabled: ['{name} can sign in again.', '{name} puede volver a iniciar sesión.'],
  welcomed: [
    "{name} was enabled. We'll email them a link to choose a password.",
    'Se habilitó a {name}. Le enviaremos un correo electrónico con un enlace para elegir una contraseña.',
  ],
  disabled: [
    '{name} was disabled and signed out. To restore access, choose Enable.',
    'Se deshabilitó a {name} y se cerró su sesión. Para restablecer el acceso, elija Habilitar.',
  ],
  disableTitle: ['Disable this account?', '¿Deshabilitar esta cuenta?'],
  disableLead: [
    "This person will be signed out and can't sign in until the account is enabled again.",
    'Se cerrará la sesión de la persona, que no podrá volver a iniciarla hasta que se habilite de nuevo la cuenta.',
  ],
  disableReason: ['Reason', 'Motivo'],
  administratorRemoved: ['Administrator removed successfully.', 'El administrador se eliminó correctamente.'],
  administratorNotRemoved: ['Error removing administrator.', 'No se pudo eliminar al administrador.'],
  instructorRemoved: ['Instructor removed successfully.', 'El instructor se eliminó correctamente.'],
  instructorNotRemoved: ['Error removing instructor.', 'No se pudo eliminar al instructor.'],
  studentRemoved: ['Student removed successfully.', 'El estudiante se eliminó correctamente.'],
  studentNotRemoved: ['Error removing student.', 'No se pudo eliminar al estudiante.'],
  restored: ['{name} was restored.', 'Se recuperó la cuenta de {name}.'],
  undo: ['Undo', 'Deshacer'],
  removeAdministrator: ['Remove Administrator Confirmation', 'Confirmar la eliminación del administrador'],
  removeAdministratorLead: [
    'Are you sure you want to remove this administrator?',
    '¿Seguro que quiere eliminar a este administrador?',
  ],
  removeInstructor: ['Remove Instructor Confirmation', 'Confirmar la eliminación del instructor'],
  removeInstructorLead: [
    'Are you sure you want to remove this instructor?',
    '¿Seguro que quiere eliminar a este instructor?',
  ],
  removeSupport: ['Remove this support staff member?', '¿Eliminar a esta persona del personal de soporte?'],
  removeSupportLead: [
    'They will be signed out and removed from all lists. You can undo this.',
    'Se cerrará su sesión y dejará de aparecer en las listas. Puede deshacerlo.',
  ],
  removeStudent: ['Remove this student?', '¿Eliminar a este estudiante?'],
  removeStudentLead: [
    'They will be signed out and removed from all lists. You can undo this.',
    'Se cerrará su sesión y dejará de aparecer en las listas. Puede deshacerlo.',
  ],
  users: ['People', 'Personas'],
  noUsers: [
    'No people yet. They appear here when they sign up or are added by staff.',
    'Todavía no hay personas. Aparecerán aquí cuando se registren o el personal las agregue.',
  ],
  user_id: ['ID', 'ID'],
  first_name: ['First Name', 'Nombre'],
  last_name: ['Last Name', 'Apellido'],
  role: ['Role', 'Rol'],
  email: ['Email', 'Correo electrónico'],
  updated_at: ['Updated At', 'Actualizado'],
})
