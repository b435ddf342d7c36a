/** Opens a certification run and follows it. */
export const certifyCommand = 'node tools/presage.cjs certify --watch';
