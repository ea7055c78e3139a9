attribute vec3 a_position;
attribute vec2 a_texCoord0;
uniform mat4 u_eye;
varying vec2 v_across;
varying vec3 v_place;
void main() {
    v_across = a_texCoord0;
    v_place = a_position;
    gl_Position = u_eye * vec4(a_position, 1.0);
}
