import { texts } from '#platform/texts.ts'

export const sandboxPanelTexts = texts({
  title: ['Sandbox', 'Entorno de prueba'],
  lead: [
    'Test keys work in a separate organization with your courses. Payments, agencies and emails there are simulated, and nothing counts in your reports, invoices or certificate numbers.',
    'Las claves de prueba funcionan en una organización aparte que tiene sus cursos. Allí los pagos, las agencias y los correos son simulados, y nada se cuenta en sus informes, facturas ni números de certificado.',
  ],
  now: ['The clock of the sandbox shows {at}.', 'El reloj del entorno de prueba marca {at}.'],
  keys: ['Test keys', 'Claves de prueba'],
  name: ['Name', 'Nombre'],
  clientId: ['Client ID', 'ID de cliente'],
  key: ['Key', 'Clave'],
  createdOn: ['Created', 'Creada'],
  lastUsed: ['Last used', 'Último uso'],
  never: ['Never', 'Nunca'],
  actions: ['Actions', 'Acciones'],
  keyName: ['Name of the key', 'Nombre de la clave'],
  contact: ['Email of the people who use it', 'Correo electrónico de quienes la usan'],
  addKey: ['Create test key', 'Crear clave de prueba'],
  newKey: ['Copy this key now', 'Copie esta clave ahora'],
  newKeyText: ["You won't see it again.", 'No volverá a verla.'],
  endKey: ['Revoke key', 'Revocar clave'],
  endKeyText: [
    'Programs that use this key stop working at once.',
    'Los programas que usan esta clave dejan de funcionar de inmediato.',
  ],
  ended: ['Test key revoked.', 'Clave de prueba revocada.'],
})
