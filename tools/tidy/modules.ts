import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';
import type { ProjectFile } from './project-files.js';

/** One import of another file, in any syntax. */
export interface Link {
  readonly specifier: string;
  /** The imported names, including `default`; `all` if they are unknown. */
  readonly names: readonly string[] | 'all';
  readonly typeOnly: boolean;
}

export interface Module {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly links: readonly Link[];
}

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'missing' };

function ofImport(node: ts.ImportDeclaration): Link {
  const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
  const clause = node.importClause;
  if (!clause) return { specifier, names: [], typeOnly: false };
  const typeOnly = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) return { specifier, names: 'all', typeOnly };
  const elements = bindings?.elements ?? [];
  const names = elements.map(element => (element.propertyName ?? element.name).text);
  const onlyTypes = elements.length > 0 && !clause.name && elements.every(element => element.isTypeOnly);
  return { specifier, names: clause.name ? ['default', ...names] : names, typeOnly: typeOnly || onlyTypes };
}

function ofExport(node: ts.ExportDeclaration): Link[] {
  if (!node.moduleSpecifier) return [];
  const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
  if (!node.exportClause || !ts.isNamedExports(node.exportClause)) {
    return [{ specifier, names: 'all', typeOnly: node.isTypeOnly }];
  }
  const { elements } = node.exportClause;
  const names = elements.map(element => (element.propertyName ?? element.name).text);
  const onlyTypes = elements.length > 0 && elements.every(element => element.isTypeOnly);
  return [{ specifier, names, typeOnly: node.isTypeOnly || onlyTypes }];
}

/** `const { a } = await import(…)` and `(await import(…)).a` take one name; any other use may take all. */
function namesTaken(call: ts.CallExpression): readonly string[] | 'all' {
  let outer: ts.Node = call.parent;
  while (ts.isAwaitExpression(outer) || ts.isParenthesizedExpression(outer)) outer = outer.parent;
  if (!ts.isAwaitExpression(call.parent)) return 'all';
  if (ts.isPropertyAccessExpression(outer)) return [outer.name.text];
  if (!ts.isVariableDeclaration(outer) || !ts.isObjectBindingPattern(outer.name)) return 'all';
  const { elements } = outer.name;
  if (elements.some(element => element.dotDotDotToken)) return 'all';
  return elements.map(element => (element.propertyName ?? element.name).getText());
}

function ofCall(node: ts.CallExpression): Link[] {
  const [argument] = node.arguments;
  if (!argument || !ts.isStringLiteralLike(argument)) return [];
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (isImport) return [{ specifier: argument.text, names: namesTaken(node), typeOnly: false }];
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isRequire ? [{ specifier: argument.text, names: 'all', typeOnly: false }] : [];
}

function ofImportType(node: ts.ImportTypeNode): Link[] {
  if (!ts.isLiteralTypeNode(node.argument) || !ts.isStringLiteral(node.argument.literal)) return [];
  let first = node.qualifier;
  while (first && ts.isQualifiedName(first)) first = first.left;
  return [{ specifier: node.argument.literal.text, names: first ? [first.text] : 'all', typeOnly: true }];
}

function linksOf(source: ts.SourceFile): Link[] {
  const links: Link[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) links.push(ofImport(node));
    else if (ts.isExportDeclaration(node)) links.push(...ofExport(node));
    else if (ts.isCallExpression(node)) links.push(...ofCall(node));
    else if (ts.isImportTypeNode(node)) links.push(...ofImportType(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return links;
}

export function readModule({ path, text }: ProjectFile): Module {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, source, links: linksOf(source) };
}

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

const written: Record<string, readonly string[]> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Resolves a specifier. TypeScript names the compiled file; bundlers may omit the extension or add a query. */
export function resolveLink(from: string, specifier: string, paths: ReadonlySet<string>): Target {
  if (specifier.startsWith('node:')) return { kind: 'builtin', name: specifier };
  if (!specifier.startsWith('.') && !specifier.startsWith('/')) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return builtinModules.includes(name) ? { kind: 'builtin', name } : { kind: 'package', name };
  }
  const plain = posix.join(posix.dirname(from), specifier.split('?')[0]);
  const ending = posix.extname(plain);
  const base = plain.slice(0, plain.length - ending.length);
  const candidates = [plain, ...(written[ending] ?? []).map(other => base + other), `${plain}.ts`, `${plain}.tsx`];
  const path = candidates.find(candidate => paths.has(candidate));
  return path === undefined ? { kind: 'missing' } : { kind: 'file', path };
}
