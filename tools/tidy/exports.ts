import ts from 'typescript';
import { lineOf, type Module } from './modules.js';

interface Export {
  readonly name: string;
  readonly line: number;
  /** A type that its own file uses describes its functions and needs no other importer. */
  readonly describes: boolean;
}

function namesBound(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap(element => (ts.isBindingElement(element) ? namesBound(element.name) : []));
}

function namesDeclared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(declaration => namesBound(declaration.name));
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [name.text] : [];
}

function namesExported(statement: ts.Statement): string[] {
  if (ts.isExportAssignment(statement)) return ['default'];
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    if (!clause) return [];
    return ts.isNamedExports(clause) ? clause.elements.map(element => element.name.text) : [clause.name.text];
  }
  const flags = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind) : [];
  if (!flags.includes(ts.SyntaxKind.ExportKeyword)) return [];
  return flags.includes(ts.SyntaxKind.DefaultKeyword) ? ['default'] : namesDeclared(statement);
}

function isType(statement: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}

/** Every export of a file, once per name: overloads, and a type and value with the same name, share an entry. */
export function exportsOf({ source }: Module): Export[] {
  const found = new Map<string, Export>();
  for (const statement of source.statements) {
    for (const name of namesExported(statement)) {
      if (!found.has(name)) {
        const describes = isType(statement) && (source.text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1;
        found.set(name, { name, line: lineOf(source, statement.getStart(source)), describes });
      }
    }
  }
  return [...found.values()];
}
