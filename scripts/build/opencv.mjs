import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../command-line/failure.mjs'
import { root } from '../root.mjs'

/**
 * OpenCV as our hub may serve it. The package's script makes functions out of text, which the page's policy forbids, and
 * carries 8 MB of WebAssembly in base64, which is slow to read. Here the same functions are made as closures, and the
 * WebAssembly is a file of its own.
 *
 * The two closures do what Emscripten writes into the text (its DYNAMIC_EXECUTION=0 build has the like): wire the
 * arguments, call, give back what was taken for the call, unwire the result.
 */
const invoker = `var invokerFn=function(...given){
var destructors=needsDestructorStack?[]:null;
var thisWired=isClassMethodFunc?argTypes[1].toWireType(destructors,this):undefined;
var wired=[];
for(var i=2;i<argCount;++i)wired.push(argTypes[i].toWireType(destructors,given[i-2]));
var rv=isClassMethodFunc?cppInvokerFunc(cppTargetFunc,thisWired,...wired):cppInvokerFunc(cppTargetFunc,...wired);
if(needsDestructorStack)runDestructors(destructors);
else for(var i=isClassMethodFunc?1:2;i<argCount;++i){
if(argTypes[i].destructorFunction!==null)argTypes[i].destructorFunction(i===1?thisWired:wired[i-2])
}
if(returns)return argTypes[0].fromWireType(rv)
};`

const methodCaller = `var invokerFunction=function(obj,func,destructorsRef,from){
var given=kind===0?[obj]:[];
for(var i=0,offset=0;i<argCount;offset+=types[i].argPackAdvance,++i)given.push(types[i].readValueFromPointer(from+offset));
var rv=kind===1?new func(...given):func.call(...given);
if(!retType.isVoid)return emval_returnValue(retType,destructorsRef,rv)
};`

/** What is replaced, each of which must stand there once: another version of the package may need other words. */
const replacements = [
  ['let[args,invokerFnBody]=createJsInvoker(argTypes,isClassMethodFunc,returns,isAsync);args.push(invokerFnBody);', ''],
  ['var invokerFn=newFunc(Function,args)(...closureArgs);', invoker],
  ['var invokerFunction=newFunc(Function,params)(...args);', methodCaller],
]

const prefix = '"data:application/octet-stream;base64,'
/** The first bytes of any WebAssembly, in base64; the prefix alone stands in the script once more. */
const magic = 'AGFzb'

/**
 * What stands before the binary's text, that text, and what follows. Not by a regular expression: over 11 MB of text its
 * way back can overflow V8's stack.
 * @param {string} code of @opencvjs/web
 */
function findBinary(code) {
  const start = code.indexOf(prefix + magic)
  const end = code.indexOf('"', start + prefix.length)
  if (start === -1 || end === -1)
    throw new Failure('The script of @opencvjs/web holds no WebAssembly: has its build changed?')
  return {
    before: code.slice(0, start),
    base64: code.slice(start + prefix.length, end),
    after: code.slice(end + 1),
  }
}

/**
 * The script without text that becomes code and without its binary, which whoever runs it hands in as
 * `instantiateWasm`; and that binary.
 * @param {string} code of @opencvjs/web
 */
export function servedOpenCv(code) {
  const { before, base64, after } = findBinary(code)
  let script = `${before}""${after}`
  for (const [from = '', to = ''] of replacements) {
    if (script.split(from).length !== 2) {
      throw new Failure(`The script of @opencvjs/web reads differently here: ${from} Has its build changed?`)
    }
    script = script.replace(from, () => to)
  }
  if (/newFunc\(Function|new Function\(|\beval\(/.test(script)) {
    throw new Failure('The script of @opencvjs/web makes code out of text in more places than are known.')
  }
  return { script, wasm: Buffer.from(base64, 'base64') }
}

/** Writes both files, as scripts/build.mjs asks. */
function writeServedOpenCv() {
  const { script, wasm } = servedOpenCv(readFileSync(join(root, 'node_modules/@opencvjs/web/lib/opencv_js.js'), 'utf8'))
  const folder = join(root, 'dist', 'opencv')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'opencv.js'), script)
  writeFileSync(join(folder, 'opencv.wasm'), wasm)
}

if (process.argv[1] === import.meta.filename) writeServedOpenCv()
