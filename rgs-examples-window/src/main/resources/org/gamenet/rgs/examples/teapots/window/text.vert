attribute vec4 a_position;
attribute vec4 a_color;
attribute vec2 a_texCoord0;
uniform mat4 u_projTrans;
varying vec4 v_colour;
varying vec2 v_at;
void main() {
    v_colour = vec4(a_color.rgb, a_color.a * (255.0 / 254.0));
    v_at = a_texCoord0;
    gl_Position = u_projTrans * a_position;
}
